import { storeOf } from '@commerce/service-kit/context.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Prisma } from '../store/prisma.ts';
import {
  stockItemLockWithoutOwnLowAt,
  stockItemSetLowAtMany,
  stockSettingsFind,
} from '../store/stock-settings.ts';

const PART_ITEMS = 1_000;

/** Applies a store's threshold to its items. Each part reads the setting again, so a later change wins. */
export const applyLowStockThreshold = (prisma: Prisma): BulkKind => ({
  async part(unit, ctx, { position }) {
    const storeId = storeOf(ctx);
    const [shopId = '', productId = '', variantId = ''] = position.split(' ');
    const { lowAt } = await stockSettingsFind(prisma, storeId);
    const after = { shopId, productId, variantId };
    const items = await stockItemLockWithoutOwnLowAt(unit, storeId, after, PART_ITEMS);
    await stockItemSetLowAtMany(unit, storeId, items, lowAt);
    const last = items.length === PART_ITEMS ? items.at(-1) : undefined;
    return {
      done: items.length,
      ...(last && { position: `${last.shopId} ${last.productId} ${last.variantId}` }),
    };
  },
});
