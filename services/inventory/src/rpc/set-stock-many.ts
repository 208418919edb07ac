import {
  SetStockManyResponse,
  type SetStockManyRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict, invalid, type Fault } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { checkReason, tooLittle } from '../domain/adjustment.ts';
import { byGoods, goodsKey, type Goods } from '../domain/goods.ts';
import { MAX_UNITS } from '../domain/stock.ts';
import { tellStockChanged } from '../events/publish.ts';
import { askingCatalog } from '../products/ask-catalog.ts';
import { goodsRefusals } from '../products/known-goods.ts';
import { stockItemApplyMany } from '../store/stock-item-apply.ts';
import { stockItemAddMissing, stockItemLockMany } from '../store/stock-item-lock.ts';
import type { Deps } from '../deps.ts';

const MAX_ITEMS = 500;

/** What is to be on hand of some goods. */
interface Count extends Goods {
  onHand: number;
  /** In the request. */
  index: number;
}

export const setStockMany =
  (deps: Deps): Handler<SetStockManyRequest, SetStockManyResponse> =>
  (ctx, request) =>
    askingCatalog(deps, ctx, (asked) =>
      deps.writer.write(ctx, SetStockManyResponse, (unit) => setMany(unit, deps, ctx, request, asked)),
    );

async function setMany(
  unit: Unit,
  { clock }: Deps,
  ctx: Context,
  { items, reason }: SetStockManyRequest,
  asked: boolean,
): Promise<SetStockManyResponse> {
  checkReason(reason);
  if (items.length === 0 || items.length > MAX_ITEMS)
    throw invalid('items', `Must be from 1 to ${MAX_ITEMS}.`);
  const storeId = storeOf(ctx);
  const counts = items.map(({ variantId = '', ...item }, index): Count => ({ ...item, variantId, index }));
  const unfit = await goodsRefusals(unit, storeId, counts, asked, () => '');
  const seen = new Set<string>();
  const refusals = counts.map((count, n) => unfit[n] ?? checkCount(count, seen));
  const fit = counts.filter((_, n) => refusals[n] === undefined);
  await stockItemAddMissing(
    unit,
    storeId,
    fit.filter(({ onHand }) => onHand > 0),
  );
  const present = byGoods(await stockItemLockMany(unit, storeId, fit));
  const changes = fit.flatMap(({ onHand, index, ...goods }) => {
    const item = present.get(goodsKey(goods));
    if (item === undefined || item.onHand === onHand) return [];
    if (onHand >= item.reserved) return [{ item, onHand, reserved: item.reserved }];
    refusals[index] = conflict('insufficient_stock', tooLittle(item, onHand));
    return [];
  });
  const cause = { kind: 'adjustment' as const, reason, actor: ctx.actor, atMs: clock.now() };
  for (const item of await stockItemApplyMany(unit, storeId, changes, cause)) tellStockChanged(unit, item);
  return { refusals: refusals.flatMap((refusal, index) => (refusal ? [told(refusal, index)] : [])) };
}

function checkCount(count: Count, seen: Set<string>): Fault | undefined {
  if (count.onHand < 0 || count.onHand > MAX_UNITS)
    return invalid('on_hand', `Must be from 0 to ${MAX_UNITS}.`);
  if (seen.has(goodsKey(count))) return invalid('items', 'The same goods are named twice.');
  seen.add(goodsKey(count));
  return undefined;
}

function told({ code, message, details: [detail] }: Fault, index: number) {
  const reason = code === 'conflict' ? 'insufficient_stock' : code === 'not_found' ? code : 'invalid_value';
  const field = detail?.field === undefined ? '' : `${detail.field}: `;
  return { index, reason, message: `${field}${detail?.message ?? message}` };
}
