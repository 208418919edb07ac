import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { isReadableLines, UNREADABLE_LINES } from '@commerce/texts/readable.ts';
import { LONGEST_NOTES } from '../domain/order-change.ts';
import { stockStateOf } from '../domain/order-stock.ts';
import { tellChanged } from '../events/publish.ts';
import { tellInventory } from '../saga/tell-inventory.ts';
import { orderChange, type Changed, type Decide } from '../store/order-change.ts';
import type { Deps } from '../deps.ts';

/** What every change of an order answers. */
export interface OrderAnswer {
  order: Order | undefined;
}

/** The response message of a method that answers an order. */
interface AnswerCodec {
  encode(message: OrderAnswer): { finish(): Uint8Array };
}

/**
 * The way of every change of one order: order, history, events and the record of the key are one transaction; then inventory is told
 * when the order's hold on the stock has changed.
 * @param key the order's id or its number
 * @throws Fault not_found; what `decide` throws
 */
export async function changeOrder(
  deps: Deps,
  ctx: Context,
  answer: AnswerCodec,
  key: string,
  decide: Decide,
): Promise<OrderAnswer | StoredAnswer> {
  const changing = {
    storeId: storeOf(ctx),
    actor: ctx.actor,
    stamp: deps.stamp,
    nowMs: deps.clock.now(),
  };
  let done: Changed | undefined;
  const result = await deps.writer.write(ctx, answer, async (unit) => {
    done = await orderChange(unit, changing, key, decide);
    tellChanged(unit, done);
    const { order, erasedBuyerId } = done.after;
    unit.concerns(order.customer?.id ?? erasedBuyerId);
    return { order };
  });
  // A stored answer tells of what was done, and told to inventory, before.
  if (!(result instanceof StoredAnswer)) await afterChange(deps, ctx, done!);
  return result;
}

/** What is to be done once a change is committed. */
export async function afterChange(deps: Deps, ctx: Context, { before, after }: Changed): Promise<void> {
  if (stockStateOf(before.order.status) === stockStateOf(after.order.status)) return;
  await tellInventory(deps, ctx, after);
}

/**
 * Checks notes.
 * @throws Fault invalid_request
 */
export function checkNotes(notes: string | undefined): void {
  if (notes === undefined) return;
  if (notes.length > LONGEST_NOTES) throw invalid('notes', `Must have at most ${LONGEST_NOTES} characters.`);
  if (!isReadableLines(notes)) throw invalid('notes', UNREADABLE_LINES);
}
