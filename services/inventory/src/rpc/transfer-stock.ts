import {
  TransferStockResponse,
  type TransferStockRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { deferFailure } from '@commerce/service-kit/projection.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { checkReason } from '../domain/adjustment.ts';
import { insufficient } from '../domain/shortage.ts';
import { byKey, keyString, mergeLines, type StockLine } from '../domain/stock-key.ts';
import { toStockRow } from '../domain/stock-messages.ts';
import { available, MAX_UNITS, type LockedStockItem, type StockItemChange } from '../domain/stock.ts';
import { publishStockChanged } from '../events/publish.ts';
import { stockItemApplyMany, stockItemInsertMissing, stockItemLockMany } from '../store/stock-item.ts';
import { checkStockKeys } from '../use-cases/check-stock-keys.ts';
import { refreshStockKeys } from '../use-cases/refresh-projection.ts';

const MAX_LINES = 200;

/** The requested lines, once for each shop. */
interface Transfer {
  source: StockLine[];
  destination: StockLine[];
  reason: string | undefined;
}

export const transferStock =
  (deps: Deps): Handler<TransferStockRequest, TransferStockResponse> =>
  async (ctx, request) => {
    const linesAt = (shopId: string): StockLine[] =>
      request.lines.map(({ variantId = '', ...line }) => ({ ...line, variantId, shopId }));
    const [source, destination] = [linesAt(request.fromShopId), linesAt(request.toShopId)];
    const refreshed = await deferFailure(
      refreshStockKeys(deps, ctx, [...source, ...destination], { drafts: 'accepted' }),
    );
    return deps.writer.write(ctx, TransferStockResponse, async (unit) => {
      checkRequest(request);
      refreshed();
      return transfer(unit, deps, ctx, { source, destination, reason: request.reason });
    });
  };

async function transfer(
  unit: Unit,
  { prisma, clock }: Deps,
  ctx: Context,
  { source, destination, reason }: Transfer,
): Promise<TransferStockResponse> {
  const storeId = storeOf(ctx);
  const prefixOf = (n: number): string => `lines[${n % source.length}].`;
  const refusals = await checkStockKeys(unit, prisma, storeId, [...source, ...destination], {
    drafts: 'accepted',
    prefixOf,
  });
  const refusal = refusals.find(Boolean);
  if (refusal) throw refusal;
  const [outgoing, incoming] = [mergeLines(source), mergeLines(destination)];
  await stockItemInsertMissing(unit, storeId, incoming);
  const items = byKey(await stockItemLockMany(unit, storeId, [...outgoing, ...incoming]));
  checkAvailable(source, outgoing, items);
  const changes = [
    ...outgoing.map((line) => changeBy(items.get(keyString(line))!, -line.quantity)),
    ...incoming.map((line) => changeBy(items.get(keyString(line))!, line.quantity)),
  ];
  if (changes.some(({ onHand }) => onHand > MAX_UNITS))
    throw invalid('lines', `At most ${MAX_UNITS} units can be on hand.`);
  const cause = { kind: 'transfer' as const, reason, actor: ctx.actor, atMs: clock.now() };
  const after = byKey(await stockItemApplyMany(unit, storeId, changes, cause));
  for (const item of after.values()) publishStockChanged(unit, item);
  const rows = [...outgoing, ...incoming].map((line) => toStockRow(line, after.get(keyString(line))!));
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

/** @throws Fault `insufficient_stock` that names each line whose item has less available than all its lines request */
function checkAvailable(lines: StockLine[], merged: StockLine[], items: Map<string, LockedStockItem>): void {
  const totals = byKey(merged);
  const details = lines.flatMap((line, n) => {
    const item = items.get(keyString(line));
    const units = item === undefined ? 0 : available(item);
    const { quantity } = totals.get(keyString(line))!;
    const message = `${quantity} requested, ${units} available.`;
    return units < quantity ? [{ field: `lines[${n}]`, message }] : [];
  });
  if (details.length > 0) throw insufficient(details);
}

const changeBy = (item: LockedStockItem, units: number): StockItemChange => ({
  item,
  onHand: item.onHand + units,
  reserved: item.reserved,
});
