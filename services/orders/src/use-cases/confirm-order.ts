import DataLoader from 'dataloader';
import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import { childContext, type Context } from '@commerce/service-kit/context.ts';
import { orderStockOf, stockStateOf, type StockHolder } from '../domain/order-stock.ts';
import type { Deps } from '../deps.ts';
import { orderDraftDeleteMany } from '../store/order-draft.ts';
import { failedSync, MAX_WAIT_MS, syncOrderStock, type StockSync } from './sync-order-stock.ts';

/** Maximum orders of a call. */
const MAX_ORDERS = 100;

/** Confirms a committed order to inventory, then deletes its draft. */
export type ConfirmOrder = (ctx: Context, record: StockHolder) => Promise<StockSync>;

interface Confirmation {
  ctx: Context;
  record: StockHolder;
}

/** Orders of a store that are committed together are confirmed by one call. */
export function confirmOrderWith(deps: Pick<Deps, 'db' | 'clients' | 'logger'>): ConfirmOrder {
  const reserved = new DataLoader<Confirmation, StockSync>((orders) => confirmByStore(deps, orders), {
    cache: false,
    maxBatchSize: MAX_ORDERS,
  });
  return (ctx, record) => {
    const keepsReservation = stockStateOf(record.order.status) === OrderStock_State.RESERVED;
    return keepsReservation ? reserved.load({ ctx, record }) : moveStock(deps, { ctx, record });
  };
}

async function confirmByStore(
  deps: Pick<Deps, 'db' | 'clients' | 'logger'>,
  orders: readonly Confirmation[],
): Promise<StockSync[]> {
  const syncs = new Map<Confirmation, StockSync>();
  const byStore = Map.groupBy(orders, ({ record }) => record.storeId);
  await Promise.all([...byStore].map(([storeId, ofStore]) => confirmMany(deps, storeId, ofStore, syncs)));
  return orders.map((order) => syncs.get(order)!);
}

/** Confirms orders of a store. @param syncs receives the result of each */
async function confirmMany(
  deps: Pick<Deps, 'db' | 'clients' | 'logger'>,
  storeId: string,
  orders: readonly Confirmation[],
  syncs: Map<Confirmation, StockSync>,
): Promise<void> {
  const [{ ctx }] = orders as [Confirmation];
  const stocks = orders.map(({ record }) => orderStockOf(record));
  const call = { ...childContext(ctx), deadlineMs: Date.now() + MAX_WAIT_MS };
  let confirmed: Set<string>;
  try {
    confirmed = new Set((await deps.clients.inventory.confirmOrderStock(call, { stocks })).orderIds);
  } catch (err) {
    for (const order of orders) syncs.set(order, failedSync(deps.logger, err, order.record));
    return;
  }
  await orderDraftDeleteMany(deps.db, storeId, [...confirmed]);
  await Promise.all(
    orders.map(async (order) => {
      const isDone = confirmed.has(order.record.order.id);
      syncs.set(order, isDone ? 'done' : await moveStock(deps, order));
    }),
  );
}

/** Moves the stock of an order to the state that it requires. */
async function moveStock(
  deps: Pick<Deps, 'db' | 'clients' | 'logger'>,
  { ctx, record }: Confirmation,
): Promise<StockSync> {
  const sync = await syncOrderStock(deps, ctx, record);
  if (sync === 'done') await orderDraftDeleteMany(deps.db, record.storeId, [record.order.id]);
  return sync;
}
