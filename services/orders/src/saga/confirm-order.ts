import type { Context } from '@commerce/service-kit/context.ts';
import type { OrderRecord } from '../domain/order.ts';
import type { Deps } from '../deps.ts';
import { orderDraftDelete } from '../store/order-draft.ts';
import { tellInventory, type Telling } from './tell-inventory.ts';

/** Tells inventory that the order of a draft is there, and then has no more use for the draft. */
export async function confirmOrder(
  deps: Pick<Deps, 'db' | 'clients' | 'logger'>,
  ctx: Context,
  record: OrderRecord,
): Promise<Telling> {
  const telling = await tellInventory(deps, ctx, record);
  if (telling === 'told') await orderDraftDelete(deps.db, record.storeId, record.order.id);
  return telling;
}
