import type {
  AdjustStockRequest,
  AdjustStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { Fault, invalid, notFound } from '@commerce/service-kit/fault.ts';
import { unlessRefused, type GroupedWrite, type Outcome } from '@commerce/service-kit/write/group-writer.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { resultOrRefusal } from '@commerce/service-kit/write/writer.ts';
import type { Deps } from '../deps.ts';
import { checkQuantity, checkReason, refusedAdjustment, type Quantity } from '../domain/adjustment.ts';
import type { Cause } from '../domain/movement.ts';
import { variantProblem } from '../domain/product.ts';
import { keyString, type StockKey } from '../domain/stock-key.ts';
import { toStockRow } from '../domain/stock-messages.ts';
import { MAX_UNITS } from '../domain/stock.ts';
import { publishStockChanged } from '../events/publish.ts';
import { stockItemAdjust, stockItemAdjustMany, type Adjusted } from '../store/stock-item-adjust.ts';
import { stockItemInsertMissing } from '../store/stock-item.ts';
import { checkStockKeys } from './check-stock-keys.ts';

/** Maximum number of attempts when others add and remove the item at the same time. */
const MAX_ATTEMPTS = 3;

/** The item that an adjustment names. */
export const keyOf = ({ shopId, productId, variantId = '' }: AdjustStockRequest): StockKey => ({
  shopId,
  productId,
  variantId,
});

const causeOf = (deps: Pick<Deps, 'clock'>, ctx: Context, { reason }: AdjustStockRequest): Cause => ({
  kind: 'adjustment',
  reason,
  actor: ctx.actor,
  atMs: deps.clock.now(),
});

/** Adjusts one item, which is added when it does not exist. @throws Fault `not_found`, `invalid_request`, `conflict` */
export async function adjustItem(
  unit: Unit,
  deps: Pick<Deps, 'clock'>,
  ctx: Context,
  request: AdjustStockRequest,
): Promise<AdjustStockResponse> {
  const key = keyOf(request);
  const cause = causeOf(deps, ctx, request);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const adjusted = await stockItemAdjust(unit, storeOf(ctx), key, request, cause);
    if (!adjusted.fits) throw unknownItem(adjusted, key);
    const { sku, after, before = { onHand: 0, reserved: 0 } } = adjusted;
    const response = resultOf(unit, key, request, { sku, after, before });
    if (response !== undefined) return response;
  }
  throw new Fault('unavailable', 'The stock is changing too fast: try again.');
}

/** An item before and after an adjustment. */
interface Change extends Pick<Adjusted, 'sku' | 'after'> {
  before: { onHand: number; reserved: number };
}

/**
 * The response to an adjustment, whose event is emitted.
 * @returns undefined when the item has changed in between
 * @throws Fault when the units are refused
 */
function resultOf(
  unit: Unit,
  key: StockKey,
  quantity: Quantity,
  { sku, before, after }: Change,
): AdjustStockResponse | undefined {
  if (after !== undefined) {
    publishStockChanged(unit, { ...key, ...after, sku, isVisible: true });
    return { row: toStockRow(key, { ...after, sku }) };
  }
  const requested = quantity.set ?? before.onHand + quantity.delta!;
  if (requested === before.onHand) return { row: toStockRow(key, { ...before, sku }) };
  if (requested < before.reserved || requested > MAX_UNITS) throw refusedAdjustment(before, quantity);
  return undefined;
}

type Write = GroupedWrite<AdjustStockRequest>;
type AdjustOutcome = Outcome<AdjustStockResponse>;
/** The end of an adjustment: its response, or its refusal. */
export type AdjustEnd = Exclude<AdjustOutcome, 'alone'>;

/** Adjusts items of one store that exist; adjustments of the same item one after the other. The others have to run alone. */
export async function adjustItems(
  tx: Queryable,
  deps: Pick<Deps, 'clock'>,
  writes: readonly Write[],
): Promise<AdjustOutcome[]> {
  const outcomes = writes.map(({ request }) =>
    unlessRefused<AdjustOutcome | undefined>(() => check(request)),
  );
  for (;;) {
    const round = distinctItems(writes, outcomes);
    // Those that follow one of their item that has to run alone do so too.
    if (round.length === 0) return outcomes.map((outcome) => outcome ?? 'alone');
    const adjustments = round.map((index) => {
      const { ctx, request } = writes[index]!;
      return { key: keyOf(request), quantity: request, cause: causeOf(deps, ctx, request) };
    });
    const changes = await stockItemAdjustMany(tx, storeOf(writes[0]!.ctx), adjustments);
    for (const [n, index] of round.entries()) outcomes[index] = outcomeOf(writes[index]!, changes.get(n));
  }
}

/** Indexes of writes without an outcome, the first of each item, unless an earlier one of the item has to run alone. */
function distinctItems(writes: readonly Write[], outcomes: readonly (AdjustOutcome | undefined)[]): number[] {
  const first = new Map<string, number>();
  const alone = new Set<string>();
  for (const [index, { request }] of writes.entries()) {
    const item = keyString(keyOf(request));
    if (outcomes[index] === 'alone') alone.add(item);
    if (outcomes[index] === undefined && !alone.has(item) && !first.has(item)) first.set(item, index);
  }
  return [...first.values()];
}

function outcomeOf({ request, unit }: Write, change: Change | undefined): AdjustOutcome {
  if (change === undefined) return 'alone';
  return unlessRefused((): AdjustOutcome => {
    const response = resultOf(unit, keyOf(request), request, change);
    return response === undefined ? 'alone' : { response };
  });
}

/**
 * Adds the items of adjustments that do not exist, with nothing on hand, where an adjustment will put units. Call it before
 * `adjustItems` in the same transaction: products are locked first, then items are added and locked, as by other writes.
 */
export async function addItems(
  tx: Queryable,
  { prisma }: Pick<Deps, 'prisma'>,
  ctx: Context,
  adjustments: readonly AdjustStockRequest[],
): Promise<void> {
  const storeId = storeOf(ctx);
  const keys = adjustments
    .filter((request) => (request.set ?? request.delta ?? 0) > 0 && !unlessRefused(() => check(request)))
    .map(keyOf);
  const refusals = await checkStockKeys(tx, prisma, storeId, keys, { drafts: 'refused' });
  await stockItemInsertMissing(
    tx,
    storeId,
    keys.filter((_, n) => refusals[n] === undefined),
  );
}

/**
 * Runs the adjustments that `adjustItems` left out after `addItems`, one after the other: they name no item, or one that does not exist
 * and to which they add nothing.
 * @returns the end of every adjustment, in order
 */
export async function adjustLeftOut(
  deps: Pick<Deps, 'clock'>,
  writes: readonly Write[],
  outcomes: readonly AdjustOutcome[],
): Promise<AdjustEnd[]> {
  const ends: AdjustEnd[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const { ctx, request, unit } = writes[index]!;
    if (outcome === 'alone') {
      const end = await resultOrRefusal(adjustItem(unit, deps, ctx, request));
      ends.push('fault' in end ? end : { response: end.result });
    } else ends.push(outcome);
  }
  return ends;
}

/** @throws Fault `invalid_request` */
export function check(request: AdjustStockRequest): undefined {
  checkQuantity(request);
  checkReason(request.reason);
}

/** The refusal of a shop, product and variant that do not name an item. */
function unknownItem({ shopFound, product }: Adjusted, { variantId }: StockKey): Fault {
  const problem = isAdjustable(product) ? variantProblem(product, variantId) : undefined;
  if (problem !== undefined && shopFound) return invalid(problem.field, problem.message, problem.reason);
  return notFound({
    ...(shopFound ? {} : { shop: 'shop' }),
    ...(isAdjustable(product) ? {} : { product: 'product' }),
  });
}

const isAdjustable = (product: Adjusted['product']): product is NonNullable<Adjusted['product']> =>
  product !== undefined && !product.deleted && !product.draft;
