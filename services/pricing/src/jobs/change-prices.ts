import { StartBulkPriceChangeRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { changeAll } from '../domain/bulk-change.ts';
import { amountChangeOf, changedAmountsOf, isBulkOperation, selectionOf } from '../domain/bulk-request.ts';
import { publishBulkPricesFinished, publishPricesChanged } from '../events/publish.ts';
import { productLockSelected } from '../store/bulk-selection.ts';
import { productPricesLoadMany, productPricesSaveMany } from '../store/product-prices.ts';

const PART_PRODUCTS = 200;
/** A part ends before the product that would bring it above this many variants; it has at least one product. */
const PART_VARIANTS = 2_000;

/**
 * Changes base prices or costs of the selected products. Each part publishes its changes; an operation on more than 5,000 products
 * adds its id to each and publishes its end, so that catalog publishes all of it as one event.
 */
export const changePrices: BulkKind = {
  async part(unit, ctx, { id, request, total, position }) {
    const storeId = storeOf(ctx);
    const bulkRequest = StartBulkPriceChangeRequest.decode(request);
    const { changed, lastId } = decodePosition(position);
    const selection = selectionOf(bulkRequest);
    const selected = await productLockSelected(unit, storeId, selection, lastId, PART_PRODUCTS);
    const productIds = cutByVariants(selected);
    const products = await productPricesLoadMany(unit, storeId, productIds);
    const amounts = changedAmountsOf(bulkRequest);
    const revisions = products
      .map((before) => ({ before, after: changeAll(before, amounts, amountChangeOf(bulkRequest)) }))
      .filter(({ before, after }) => after !== before);
    if (revisions.length > 0) await productPricesSaveMany(unit, storeId, revisions);
    publishPricesChanged(
      unit,
      revisions.map(({ after }) => after),
      isBulkOperation(total) ? id : undefined,
    );
    const changedSoFar = changed + revisions.length;
    if (selected.length === PART_PRODUCTS || productIds.length < selected.length) {
      return { done: productIds.length, position: `${changedSoFar} ${productIds.at(-1)!}` };
    }
    if (isBulkOperation(total) && changedSoFar > 0) publishBulkPricesFinished(unit, id, changedSoFar);
    return { done: productIds.length };
  },
};

/** Reads the number of products changed so far, and the last product of the previous part. */
function decodePosition(position: string): { changed: number; lastId: string } {
  const [changed = '', lastId = ''] = position.split(' ');
  return { changed: Number(changed), lastId };
}

function cutByVariants(selected: { id: string; variantCount: number }[]): string[] {
  let variants = 0;
  const end = selected.findIndex(
    ({ variantCount }, n) => (variants += variantCount) > PART_VARIANTS && n > 0,
  );
  return (end === -1 ? selected : selected.slice(0, end)).map(({ id }) => id);
}
