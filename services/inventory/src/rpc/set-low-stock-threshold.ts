import {
  SetLowStockThresholdResponse,
  type SetLowStockThresholdRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { checkLowAt } from '../domain/adjustment.ts';
import { NEVER_LOW } from '../domain/stock.ts';
import { askingCatalog } from '../products/ask-catalog.ts';
import { goodsRefusals } from '../products/known-goods.ts';
import { stockItemAddMissing } from '../store/stock-item-lock.ts';
import { stockItemSetLowAt } from '../store/stock-settings.ts';
import type { Deps } from '../deps.ts';

export const setLowStockThreshold =
  (deps: Deps): Handler<SetLowStockThresholdRequest, SetLowStockThresholdResponse> =>
  (ctx, request) =>
    askingCatalog(deps, ctx, (asked) =>
      deps.writer.write(ctx, SetLowStockThresholdResponse, (unit) => setThreshold(unit, ctx, request, asked)),
    );

async function setThreshold(
  unit: Unit,
  ctx: Context,
  { threshold, variantId = '', ...place }: SetLowStockThresholdRequest,
  asked: boolean,
): Promise<SetLowStockThresholdResponse> {
  const lowAt = lowAtOf(threshold);
  const storeId = storeOf(ctx);
  const goods = { ...place, variantId };
  const [refusal] = await goodsRefusals(unit, storeId, [goods], asked, () => '');
  if (refusal) throw refusal;
  // Whoever sets a threshold wants to hear of goods that the shop never had, too.
  await stockItemAddMissing(unit, storeId, [goods]);
  await stockItemSetLowAt(unit, storeId, goods, lowAt);
  return {};
}

/** @returns null for the store's */
function lowAtOf(threshold: SetLowStockThresholdRequest['threshold']): number | null {
  switch (threshold?.$case) {
    case 'lowAt':
      checkLowAt(threshold.value);
      return threshold.value;
    case 'never':
      return NEVER_LOW;
    case 'asStore':
      return null;
    case undefined:
      throw invalid('threshold', 'Must be given.', 'missing');
  }
}
