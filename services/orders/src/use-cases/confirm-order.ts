import type { Context } from '@commerce/service-kit/context.ts';
import type { StockHolder } from '../domain/order-stock.ts';
import type { Deps } from '../deps.ts';
import { orderDraftDelete } from '../store/order-draft.ts';
import { syncOrderStock, type StockSync } from './sync-order-stock.ts';

/** Confirms a committed order to inventory, then deletes its draft. */
export async function confirmOrder(
  deps: Pick<Deps, 'db' | 'clients' | 'logger'>,
  ctx: Context,
  record: StockHolder,
): Promise<StockSync> {
  const sync = await syncOrderStock(deps, ctx, record);
  if (sync === 'done') await orderDraftDelete(deps.db, record.storeId, record.order.id);
  return sync;
}
