import {
  SetStockManyResponse,
  type SetStockManyRequest,
  type SetStockManyResponse_Refusal,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict, invalid, type Fault } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { deferFailure } from '@commerce/service-kit/projection.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { checkReason, countTooLow } from '../domain/adjustment.ts';
import { byKey, keyString, type StockKey } from '../domain/stock-key.ts';
import { MAX_UNITS } from '../domain/stock.ts';
import { publishStockChanged } from '../events/publish.ts';
import { stockItemApplyMany, stockItemInsertMissing, stockItemLockMany } from '../store/stock-item.ts';
import { checkStockKeys } from '../use-cases/check-stock-keys.ts';
import { refreshStockKeys } from '../use-cases/refresh-projection.ts';

const MAX_ITEMS = 500;

/** New count of an item. */
interface Count extends StockKey {
  onHand: number;
  /** Count that the caller read; undefined for no check. */
  expectedOnHand?: number | undefined;
  /** Position in the request. */
  index: number;
}

export const setStockMany =
  (deps: Deps): Handler<SetStockManyRequest, SetStockManyResponse> =>
  async (ctx, { items, reason }) => {
    const counts = items.map(({ variantId = '', ...item }, index): Count => ({ ...item, variantId, index }));
    const refreshed = await deferFailure(refreshStockKeys(deps, ctx, counts, { drafts: 'accepted' }));
    return deps.writer.write(ctx, SetStockManyResponse, async (unit) => {
      checkReason(reason);
      if (items.length === 0 || items.length > MAX_ITEMS)
        throw invalid('items', `Must be from 1 to ${MAX_ITEMS}.`);
      refreshed();
      return setMany(unit, deps, ctx, counts, reason);
    });
  };

async function setMany(
  unit: Unit,
  { prisma, clock }: Deps,
  ctx: Context,
  counts: Count[],
  reason: string | undefined,
): Promise<SetStockManyResponse> {
  const storeId = storeOf(ctx);
  const unknown = await checkStockKeys(unit, prisma, storeId, counts, { drafts: 'accepted' });
  const seen = new Set<string>();
  const refusals = counts.map((count, n) => unknown[n] ?? checkCount(count, seen));
  const accepted = counts.filter((_, n) => refusals[n] === undefined);
  await stockItemInsertMissing(
    unit,
    storeId,
    accepted.filter(({ onHand }) => onHand > 0),
  );
  const present = byKey(await stockItemLockMany(unit, storeId, accepted));
  const changes = accepted.flatMap(({ onHand, expectedOnHand, index, ...key }) => {
    const item = present.get(keyString(key));
    if ((item?.onHand ?? 0) === onHand) return [];
    if (expectedOnHand !== undefined && (item?.onHand ?? 0) !== expectedOnHand) {
      refusals[index] = conflict('changed_since_read', changedCount(item?.onHand ?? 0));
      return [];
    }
    if (item === undefined) return [];
    if (onHand >= item.reserved) return [{ item, onHand, reserved: item.reserved }];
    refusals[index] = conflict('insufficient_stock', countTooLow(item, onHand));
    return [];
  });
  const cause = { kind: 'adjustment' as const, reason, actor: ctx.actor, atMs: clock.now() };
  for (const item of await stockItemApplyMany(unit, storeId, changes, cause)) publishStockChanged(unit, item);
  return { refusals: refusals.flatMap((refusal, index) => (refusal ? [toRefusal(refusal, index)] : [])) };
}

function checkCount(count: Count, seen: Set<string>): Fault | undefined {
  if (count.onHand < 0 || count.onHand > MAX_UNITS)
    return invalid('on_hand', `Must be from 0 to ${MAX_UNITS}.`);
  if (seen.has(keyString(count))) return invalid('items', 'The same item is named twice.');
  seen.add(keyString(count));
  return undefined;
}

const changedCount = (onHand: number): string =>
  `The count was changed since it was read: it is ${onHand} now.`;

function toRefusal({ code, message, details: [detail] }: Fault, index: number): SetStockManyResponse_Refusal {
  const reason = code === 'conflict' ? detail!.reason : code === 'not_found' ? code : 'invalid_value';
  const field = detail?.field === undefined ? '' : `${detail.field}: `;
  return { index, reason, message: `${field}${detail?.message ?? message}` };
}
