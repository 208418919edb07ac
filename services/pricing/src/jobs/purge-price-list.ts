import { storeOf } from '@commerce/service-kit/context.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { priceListEntryDeleteSome } from '../store/price-list-entry.ts';
import { priceListDelete } from '../store/price-list.ts';
import type { Prisma } from '../store/prisma.ts';

const PART_ENTRIES = 2_000;

/** Removes the fixed prices of a deleted list, then its row. */
export const purgePriceList = (prisma: Prisma): BulkKind => ({
  async part(unit, ctx, { request }) {
    const [storeId, priceListId] = [storeOf(ctx), request.toString()];
    const done = await priceListEntryDeleteSome(unit, storeId, priceListId, PART_ENTRIES);
    if (done === PART_ENTRIES) return { done, position: 'rest' };
    await priceListDelete(prisma, storeId, priceListId);
    return { done };
  },
});
