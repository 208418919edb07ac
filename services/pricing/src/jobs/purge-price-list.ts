import { storeOf } from '@commerce/service-kit/context.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { priceListEntryDeleteSome } from '../store/price-list-entry.ts';
import { priceListDelete } from '../store/price-list.ts';

/** Kind of the job that removes what is left of a deleted price list; its request is the list's id. */
export const PURGE_PRICE_LIST = 'purge_price_list';

const PART_ENTRIES = 2_000;

/** Removes the fixed prices of a deleted list, and at last its row. */
export const purgePriceList: BulkKind = {
  async part(unit, ctx, { request }) {
    const [storeId, priceListId] = [storeOf(ctx), request.toString()];
    const done = await priceListEntryDeleteSome(unit, storeId, priceListId, PART_ENTRIES);
    if (done === PART_ENTRIES) return { done, position: 'rest' };
    await priceListDelete(unit, storeId, priceListId);
    return { done };
  },
};
