import { OrderStock_State } from '@commerce/proto/commerce/orders/v1/events.ts';
import { EditOrderResponse, type EditOrderRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault, notFound, type FaultCode } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import {
  addedUnits,
  checkEdit,
  editedLines,
  editOrder,
  requireEditable,
  type Edit,
} from '../domain/edit-order.ts';
import { requireUnchanged, type OrderRecord } from '../domain/order.ts';
import { requireEditWithinLimit } from '../domain/discount.ts';
import { RESERVATION_MS } from '../domain/reservation.ts';
import type { Deps } from '../deps.ts';
import { orderLockByKey } from '../store/order.ts';
import { statusFlowFind } from '../store/status-flow.ts';
import { storeSettingsFind } from '../store/store-setting.ts';
import { changeOrder, type OrderAnswer } from './change-order.ts';
import { gatherLines, productsOf } from './gather-lines.ts';
import { recordRefusal } from './record-refusal.ts';
import { syncOrderStock } from './sync-order-stock.ts';

/**
 * Edits the lines of an order, in steps after each of which the process may crash:
 * 1. read the order, and gather names and prices of added lines: nothing has happened yet;
 * 2. reserve what is added for two minutes, under an id of this attempt, so that no other attempt takes it over or releases it: after a
 *    crash the reservation expires;
 * 3. commit the change, if the order still has the version: its event names the lines and the reservation;
 * 4. send inventory the lines, which takes over the reservation and releases what was removed: the event does the same.
 */
export async function changeLines(
  deps: Deps,
  ctx: Context,
  request: EditOrderRequest,
): Promise<OrderAnswer | StoredAnswer> {
  // A replay calls no other service.
  const earlier = await deps.writer.earlier(ctx);
  if (earlier !== undefined) return earlier;
  let edit: Edit;
  try {
    edit = await prepareEdit(deps, ctx, request);
  } catch (error) {
    return recordRefusal<OrderAnswer>(deps, ctx, EditOrderResponse, error);
  }
  try {
    return await changeOrder(deps, ctx, EditOrderResponse, request.id, async (record, tx) => {
      requireUnchanged(record, request.expectedVersion);
      return editOrder(record, await statusFlowFind(tx, storeOf(ctx)), edit, deps.clock.now());
    });
  } catch (error) {
    if (isRefusal(error)) await release(deps, ctx, edit);
    throw error;
  }
}

/** @throws Fault when the edit is refused */
async function prepareEdit(deps: Deps, ctx: Context, request: EditOrderRequest): Promise<Edit> {
  const storeId = storeOf(ctx);
  // Outside of a transaction: a read of the committed order, which locks nothing after it.
  const before = await orderLockByKey(deps.db, storeId, request.id);
  if (before === undefined) throw notFound({ id: 'order' });
  requireUnchanged(before, request.expectedVersion);
  checkEdit(request, before);
  requireEditable(before, await statusFlowFind(deps.db, storeId));
  const lineItems = editedLines(
    before.order.lineItems,
    request.lines,
    await gatherAdded(deps, ctx, before, request),
  );
  const edit: Edit = { lineItems, discountCentavos: request.discountCentavos };
  if (request.isDiscountLimited) {
    const { discountLimitBp } = await storeSettingsFind(deps.db, storeId);
    requireEditWithinLimit(before.order, edit, discountLimitBp);
  }
  // Refuses what the commit would refuse before anything is reserved.
  editOrder(before, await statusFlowFind(deps.db, storeId), edit, deps.clock.now());
  return { ...edit, takesOver: await reserveAdded(deps, ctx, before, lineItems) };
}

async function gatherAdded(
  deps: Deps,
  ctx: Context,
  { order: { source, shopId } }: OrderRecord,
  request: EditOrderRequest,
) {
  const indexes = request.lines.flatMap(({ index }, n) => (index === undefined ? [n] : []));
  const lines = indexes.map((n) => request.lines[n]!);
  const nameOf = (n: number) => `lines[${indexes[n]}]`;
  const products = await productsOf(deps, ctx, lines);
  return gatherLines(deps, ctx, { source, shopId, lines, nameOf }, products, new FieldErrors());
}

/** Reserves what an edit adds. @returns the id of the reservation; undefined when nothing is added */
async function reserveAdded(
  { clients, clock }: Deps,
  ctx: Context,
  { order }: OrderRecord,
  lineItems: Edit['lineItems'],
): Promise<string | undefined> {
  const added = addedUnits(order.lineItems, lineItems);
  if (added.length === 0) return undefined;
  const orderId = newId('ord');
  await clients.inventory.reserveStock(childContext(ctx), {
    orderId,
    lines: added.map((units) => ({ ...units, shopId: order.shopId })),
    expiresAtMs: clock.now() + RESERVATION_MS,
  });
  return orderId;
}

const REFUSALS: ReadonlySet<FaultCode> = new Set([
  'invalid_request',
  'not_found',
  'conflict',
  'idempotency_conflict',
]);

/** Returns whether an edit was certainly not committed. After any other error it may have been, and then needs its reservation. */
const isRefusal = (error: unknown): boolean => error instanceof Fault && REFUSALS.has(error.code);

/** Releases the reservation of an edit that was refused. Best effort: otherwise it expires. */
async function release(deps: Deps, ctx: Context, { takesOver }: Edit): Promise<void> {
  if (takesOver === undefined) return;
  await syncOrderStock(deps, ctx, { orderId: takesOver, version: 1, state: OrderStock_State.RELEASED });
}
