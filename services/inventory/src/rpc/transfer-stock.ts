import {
  TransferStockResponse,
  type TransferStockRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { checkReason } from '../domain/adjustment.ts';
import { byGoods, goodsKey, mergeLines, type Line, type StockItem } from '../domain/goods.ts';
import type { Change } from '../domain/order-stock.ts';
import { insufficient } from '../domain/shortage.ts';
import { available, MAX_UNITS } from '../domain/stock.ts';
import { tellStockChanged } from '../events/publish.ts';
import { askingCatalog } from '../products/ask-catalog.ts';
import { goodsRefusals } from '../products/known-goods.ts';
import { stockItemApplyMany } from '../store/stock-item-apply.ts';
import { stockItemAddMissing, stockItemLockMany } from '../store/stock-item-lock.ts';
import type { Deps } from '../deps.ts';
import { toStockRow } from './rows.ts';

const MAX_LINES = 200;

export const transferStock =
  (deps: Deps): Handler<TransferStockRequest, TransferStockResponse> =>
  (ctx, request) =>
    askingCatalog(deps, ctx, (asked) =>
      deps.writer.write(ctx, TransferStockResponse, (unit) => transfer(unit, deps, ctx, request, asked)),
    );

async function transfer(
  unit: Unit,
  { clock }: Deps,
  ctx: Context,
  request: TransferStockRequest,
  asked: boolean,
): Promise<TransferStockResponse> {
  checkRequest(request);
  const storeId = storeOf(ctx);
  const at = (shopId: string): Line[] =>
    request.lines.map(({ productId, variantId = '', quantity }) => ({
      shopId,
      productId,
      variantId,
      quantity,
    }));
  const asks = [at(request.fromShopId), at(request.toShopId)] as const;
  const place = (n: number): string => `lines[${n % request.lines.length}].`;
  const refusal = (await goodsRefusals(unit, storeId, asks.flat(), asked, place)).find(Boolean);
  if (refusal) throw refusal;
  const [giving, getting] = [mergeLines(asks[0]), mergeLines(asks[1])];
  await stockItemAddMissing(unit, storeId, getting);
  const items = byGoods(await stockItemLockMany(unit, storeId, [...giving, ...getting]));
  checkThere(asks[0], giving, items);
  const changes = [
    ...giving.map((line) => changed(items.get(goodsKey(line))!, -line.quantity)),
    ...getting.map((line) => changed(items.get(goodsKey(line))!, line.quantity)),
  ];
  if (changes.some(({ onHand }) => onHand > MAX_UNITS))
    throw invalid('lines', `At most ${MAX_UNITS} units can be on hand.`);
  const cause = {
    kind: 'transfer' as const,
    reason: request.reason,
    actor: ctx.actor,
    atMs: clock.now(),
  };
  const after = byGoods(await stockItemApplyMany(unit, storeId, changes, cause));
  for (const item of after.values()) tellStockChanged(unit, item);
  const rows = [...giving, ...getting].map((line) => toStockRow(line, after.get(goodsKey(line))!));
  return { rows };
}

function checkRequest({ fromShopId, toShopId, lines, reason }: TransferStockRequest): void {
  checkReason(reason);
  if (fromShopId === toShopId) throw invalid('to_shop', 'Must be another shop.');
  if (lines.length === 0 || lines.length > MAX_LINES)
    throw invalid('lines', `Must be from 1 to ${MAX_LINES}.`);
  const bad = lines.findIndex(({ quantity }) => quantity < 1 || quantity > MAX_UNITS);
  if (bad !== -1) throw invalid(`lines[${bad}].quantity`, `Must be from 1 to ${MAX_UNITS}.`);
}

/** @throws Fault `insufficient_stock` that names each line of which the giving shop has less to sell than is asked in all */
function checkThere(lines: Line[], giving: Line[], items: Map<string, StockItem>): void {
  const asked = byGoods(giving);
  const details = lines.flatMap((line, n) => {
    const item = items.get(goodsKey(line));
    const there = item === undefined ? 0 : available(item);
    const { quantity } = asked.get(goodsKey(line))!;
    const message = `${quantity} are to be moved, and ${there} are available.`;
    return there < quantity ? [{ field: `lines[${n}]`, message }] : [];
  });
  if (details.length > 0) throw insufficient(details);
}

const changed = (item: StockItem, by: number): Change => ({
  item,
  onHand: item.onHand + by,
  reserved: item.reserved,
});
