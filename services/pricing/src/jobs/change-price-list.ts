import { StartBulkPriceChangeRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { changeAmount } from '../domain/bulk-change.ts';
import { chosenEntryList, entryPricesSaveMany } from '../store/bulk-products.ts';
import { priceListLock } from '../store/price-list.ts';
import { amountChangeOf, chosenBy } from './bulk-request.ts';

/** Kind of the job that changes the fixed prices of a list; its request is the StartBulkPriceChangeRequest. */
export const CHANGE_PRICE_LIST = 'change_price_list';

const PART_ENTRIES = 1_000;

/** Changes fixed prices of a list; ends as failed when the list is deleted meanwhile. */
export const changePriceListInBulk: BulkKind = {
  async part(unit, ctx, { request, position }) {
    const storeId = storeOf(ctx);
    const asked = StartBulkPriceChangeRequest.decode(request);
    const priceListId = asked.priceListId!;
    if (!(await priceListLock(unit, storeId, priceListId))) throw notFound();
    const [productId = '', variantId = ''] = position.split(' ');
    const after = [productId, variantId] as const;
    const chosen = chosenBy(asked)!;
    const entries = await chosenEntryList(unit, storeId, chosen, priceListId, after, PART_ENTRIES);
    const change = amountChangeOf(asked);
    const changed = entries.map((entry) => ({
      ...entry,
      priceCentavos: changeAmount(change, entry.priceCentavos),
    }));
    if (changed.length > 0) await entryPricesSaveMany(unit, storeId, priceListId, changed);
    const last = entries.length === PART_ENTRIES ? entries.at(-1)! : undefined;
    return { done: entries.length, ...(last && { position: `${last.productId} ${last.variantId}` }) };
  },
};
