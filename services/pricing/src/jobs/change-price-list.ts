import { StartBulkPriceChangeRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { changeAmount } from '../domain/bulk-change.ts';
import { amountChangeOf, selectionOf } from '../domain/bulk-request.ts';
import { priceListEntryListSelected, priceListEntryUpdateMany } from '../store/bulk-selection.ts';
import { priceListLock } from '../store/price-list.ts';

const PART_ENTRIES = 1_000;

/** Changes fixed prices of a list; fails if the list is deleted while it runs. */
export const changePriceList: BulkKind = {
  async part(unit, ctx, { request, position }) {
    const storeId = storeOf(ctx);
    const bulkRequest = StartBulkPriceChangeRequest.decode(request);
    const priceListId = bulkRequest.priceListId!;
    if (!(await priceListLock(unit, storeId, priceListId))) throw notFound();
    const [productId = '', variantId = ''] = position.split(' ');
    const entries = await priceListEntryListSelected(unit, storeId, {
      priceListId,
      selection: selectionOf(bulkRequest),
      after: [productId, variantId],
      limit: PART_ENTRIES,
    });
    const change = amountChangeOf(bulkRequest);
    const changed = entries.map((entry) => ({
      ...entry,
      priceCentavos: changeAmount(change, entry.priceCentavos),
    }));
    if (changed.length > 0) await priceListEntryUpdateMany(unit, storeId, priceListId, changed);
    const last = entries.length === PART_ENTRIES ? entries.at(-1)! : undefined;
    return { done: entries.length, ...(last && { position: `${last.productId} ${last.variantId}` }) };
  },
};
