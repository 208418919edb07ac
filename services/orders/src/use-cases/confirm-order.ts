import DataLoader from 'dataloader';
import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import { childContext, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn, withDeadline } from '@commerce/service-kit/deadline.ts';
import { orderStockOf, stockStateOf, type StockHolder } from '../domain/order-stock.ts';
import type { Deps } from '../deps.ts';
import { orderDraftDeleteMany } from '../store/order-draft.ts';
import { logFailedSync, MAX_WAIT_MS, syncAfter, syncOrderStock, type StockSync } from './sync-order-stock.ts';

/** Maximum orders of a call. */
const MAX_ORDERS = 100;

/** Confirms a committed order to inventory, then deletes its draft. */
export type ConfirmOrder = (ctx: Context, record: StockHolder) => Promise<StockSync>;

type ConfirmDeps = Pick<Deps, 'db' | 'clients' | 'logger'>;

interface Confirmation {
  ctx: Context;
  record: StockHolder;
}

/** Orders of a store that are committed together are confirmed by one call. */
export function confirmOrderWith(deps: ConfirmDeps): ConfirmOrder {
  // Not under the deadline of the first order.
  const confirm = (orders: readonly Confirmation[]) =>
    withDeadline(deadlineIn(2 * MAX_WAIT_MS), () => confirmByStore(deps, orders));
  const reserved = new DataLoader(confirm, { cache: false, maxBatchSize: MAX_ORDERS });
  return (ctx, record) => {
    const keepsReservation = stockStateOf(record.order.status) === OrderStock_State.RESERVED;
    return keepsReservation ? reserved.load({ ctx, record }) : moveStock(deps, { ctx, record });
  };
}

async function confirmByStore(deps: ConfirmDeps, orders: readonly Confirmation[]): Promise<StockSync[]> {
  const byStore = Map.groupBy(orders, ({ record }) => record.storeId);
  const syncs = await Promise.all(
    [...byStore].map(([storeId, ofStore]) => confirmMany(deps, storeId, ofStore)),
  );
  const syncOf = new Map(syncs.flat());
  return orders.map((order) => syncOf.get(order)!);
}

/** Confirms orders of a store. */
async function confirmMany(
  deps: ConfirmDeps,
  storeId: string,
  orders: readonly Confirmation[],
): Promise<[Confirmation, StockSync][]> {
  const [{ ctx }] = orders as [Confirmation];
  const records = orders.map(({ record }) => record);
  const call = { ...childContext(ctx), deadlineMs: deadlineIn(MAX_WAIT_MS) };
  let confirmed: Set<string>;
  try {
    const { orderIds } = await deps.clients.inventory.confirmOrderStock(call, {
      stocks: records.map(orderStockOf),
    });
    confirmed = new Set(orderIds);
  } catch (err) {
    logFailedSync(
      deps.logger,
      err,
      ctx,
      records.map(({ order }) => order.id),
    );
    return orders.map((order) => [order, syncAfter(err)]);
  }
  await deleteDrafts(deps, ctx, storeId, [...confirmed]);
  const syncOf = async (order: Confirmation): Promise<[Confirmation, StockSync]> => [
    order,
    confirmed.has(order.record.order.id) ? 'done' : await moveStock(deps, order),
  ];
  return Promise.all(orders.map(syncOf));
}

/** Moves the stock of an order to the state that it requires. */
async function moveStock(deps: ConfirmDeps, { ctx, record }: Confirmation): Promise<StockSync> {
  const sync = await syncOrderStock(deps, ctx, orderStockOf(record));
  if (sync === 'done') await deleteDrafts(deps, ctx, record.storeId, [record.order.id]);
  return sync;
}

/** Deletes the drafts of confirmed orders. If that fails, the job confirms them once more. */
async function deleteDrafts(
  { db, logger }: ConfirmDeps,
  { requestId }: Context,
  storeId: string,
  orders: string[],
): Promise<void> {
  try {
    await orderDraftDeleteMany(db, storeId, orders);
  } catch (err) {
    logger.warn({ err, orders, request_id: requestId }, 'failed to delete the drafts of confirmed orders');
  }
}
