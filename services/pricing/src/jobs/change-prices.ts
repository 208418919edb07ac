import { StartBulkPriceChangeRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { changeAll } from '../domain/bulk-change.ts';
import { isToldAsOne } from '../domain/bulk-request.ts';
import { emitBulkPricesFinished, emitPricesChanged } from '../events/publish.ts';
import { chosenProductLock } from '../store/bulk-products.ts';
import { productPricesLoadMany, productPricesSaveMany } from '../store/product-prices.ts';
import { amountChangeOf, changedAmountsOf, chosenBy } from './bulk-request.ts';

/** Kind of the job that changes base prices or costs; its request is the StartBulkPriceChangeRequest. */
export const CHANGE_PRICES = 'change_prices';

const PART_PRODUCTS = 200;
/** A part ends before the product with which it would have more variants than this; it has one product at least. */
const PART_VARIANTS = 2_000;

/**
 * Changes base prices or costs of the chosen products. What each part changed is told with it; an operation on more than 5,000
 * products names itself in each and tells its end, so that the catalogue tells all of it as one.
 */
export const changePricesInBulk: BulkKind = {
  async part(unit, ctx, { id, request, total, position }) {
    const storeId = storeOf(ctx);
    const asked = StartBulkPriceChangeRequest.decode(request);
    const { changed, lastId } = decodePosition(position);
    const chosen = await chosenProductLock(unit, storeId, chosenBy(asked)!, lastId, PART_PRODUCTS);
    const productIds = cutByVariants(chosen);
    const products = await productPricesLoadMany(unit, storeId, productIds);
    const amounts = changedAmountsOf(asked);
    const revisions = products
      .map((before) => ({ before, after: changeAll(before, amounts, amountChangeOf(asked)) }))
      .filter(({ before, after }) => after !== before);
    if (revisions.length > 0) await productPricesSaveMany(unit, storeId, revisions);
    emitPricesChanged(
      unit,
      revisions.map(({ after }) => after),
      isToldAsOne(total) ? id : undefined,
    );
    const changedInAll = changed + revisions.length;
    if (chosen.length === PART_PRODUCTS || productIds.length < chosen.length) {
      return { done: productIds.length, position: `${changedInAll} ${productIds.at(-1)!}` };
    }
    if (isToldAsOne(total) && changedInAll > 0) emitBulkPricesFinished(unit, id, changedInAll);
    return { done: productIds.length };
  },
};

/** How many products were changed so far, and the last one that was looked at. */
function decodePosition(position: string): { changed: number; lastId: string } {
  const [changed = '', lastId = ''] = position.split(' ');
  return { changed: Number(changed), lastId };
}

function cutByVariants(chosen: { id: string; variantCount: number }[]): string[] {
  let variants = 0;
  const end = chosen.findIndex(({ variantCount }, n) => (variants += variantCount) > PART_VARIANTS && n > 0);
  return (end === -1 ? chosen : chosen.slice(0, end)).map(({ id }) => id);
}
