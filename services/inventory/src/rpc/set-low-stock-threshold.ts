import {
  SetLowStockThresholdResponse,
  type SetLowStockThresholdRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { deferFailure } from '@commerce/service-kit/projection.ts';
import type { Deps } from '../deps.ts';
import { checkLowAt } from '../domain/adjustment.ts';
import { NEVER_LOW } from '../domain/stock.ts';
import { stockItemInsertMissing } from '../store/stock-item.ts';
import { stockItemSetLowAt } from '../store/stock-settings.ts';
import { checkStockKeys } from '../use-cases/check-stock-keys.ts';
import { refreshStockKeys } from '../use-cases/refresh-projection.ts';

export const setLowStockThreshold =
  (deps: Deps): Handler<SetLowStockThresholdRequest, SetLowStockThresholdResponse> =>
  async (ctx, { shopId, productId, variantId = '', threshold }) => {
    const storeId = storeOf(ctx);
    const key = { shopId, productId, variantId };
    const refreshed = await deferFailure(refreshStockKeys(deps, ctx, [key], { drafts: 'accepted' }));
    return deps.writer.write(ctx, SetLowStockThresholdResponse, async (unit) => {
      const lowAt = lowAtOf(threshold);
      refreshed();
      const [refusal] = await checkStockKeys(unit, deps.prisma, storeId, [key], { drafts: 'accepted' });
      if (refusal) throw refusal;
      // An item with a threshold is watched even if the shop never stocked it.
      await stockItemInsertMissing(unit, storeId, [key]);
      await stockItemSetLowAt(unit, storeId, key, lowAt);
      return {};
    });
  };

/** @returns null for the store's threshold */
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
      throw invalid('threshold', 'Is required.', 'missing');
  }
}
