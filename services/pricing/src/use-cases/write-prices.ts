import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { deferFailure } from '@commerce/service-kit/projection.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { toPriceCopy } from '../domain/price-copy.ts';
import type { ProductPrices } from '../domain/product-prices.ts';
import { publishPricesChanged } from '../events/publish.ts';
import { productPricesLoadMany, productPricesSaveMany } from '../store/product-prices.ts';
import { productLockMany } from '../store/product.ts';
import { applyProductFacts } from './apply-product-facts.ts';
import { fetchProductFacts } from './refresh-projection.ts';

/** A change of a product's prices or costs. */
export interface PriceWrite {
  productId: string;
  includeDrafts: boolean;
  /** An operation on more than 5,000 products that the change is part of. */
  bulkOperationId?: string | undefined;
  /** Returns the product with new amounts, or the same object when nothing changes. */
  change: (product: ProductPrices) => ProductPrices;
}

/** Encodes the response that is recorded until the product is known: any of the responses, without its product. */
const PROVISIONAL = { encode: () => ({ finish: () => new Uint8Array(0) }) };

/**
 * Changes a product's prices or costs and returns a response with the product as catalog then has it, so that callers read their own
 * write. Catalog is asked for the product's present facts; the change, its event and a provisional response are committed; catalog's
 * copy is updated; the response is completed. A replay that finds the provisional response repeats the last two steps.
 *
 * The response is `Product product = 1`, which on the wire is the same as a batch of one, so catalog's bytes are passed on as they are.
 * @throws Fault of the change; `not_found` for an unknown product, and for a draft unless drafts are included; `unavailable` when catalog
 *   is down
 */
export async function writePrices(
  deps: Deps,
  ctx: Context,
  write: PriceWrite,
): Promise<EncodedPage | StoredAnswer> {
  const { productId } = write;
  const facts = await deferFailure(fetchProductFacts(deps, ctx, [productId]));
  const written = await deps.writer.write(ctx, PROVISIONAL, async (unit) => {
    await changeProduct(unit, storeOf(ctx), facts(), write);
  });
  const isReplay = written instanceof StoredAnswer;
  if (isReplay && written.message.length > 0) return written;
  const product = await updateCopy(deps, ctx, write);
  const response = new EncodedPage([product]).serialize();
  const recorded = await deps.writer.completeAnswer(ctx, PROVISIONAL.encode().finish(), response);
  return isReplay ? new StoredAnswer(recorded, written.presentation) : EncodedPage.deserialize(recorded);
}

async function changeProduct(
  unit: Unit,
  storeId: string,
  facts: ProductFacts[],
  { productId, includeDrafts, bulkOperationId, change }: PriceWrite,
): Promise<void> {
  if (facts.length === 0) throw notFound({ id: 'product' });
  await applyProductFacts(unit, storeId, facts, bulkOperationId);
  await productLockMany(unit, storeId, [productId]);
  const [before] = await productPricesLoadMany(unit, storeId, [productId]);
  if (before === undefined || (before.isDraft && !includeDrafts)) throw notFound({ id: 'product' });
  const after = change(before);
  if (after === before) return;
  await productPricesSaveMany(unit, storeId, [{ before, after }]);
  publishPricesChanged(unit, [after], bulkOperationId);
}

/** Updates catalog's copy of a product's prices. @returns the product as catalog then has it, encoded */
async function updateCopy(
  { db, clients }: Deps,
  ctx: Context,
  { productId, bulkOperationId }: PriceWrite,
): Promise<Uint8Array> {
  const products = await productPricesLoadMany(db, storeOf(ctx), [productId]);
  const prices = products.map(toPriceCopy);
  const { items } = await clients.applyPrices(childContext(ctx), { prices, bulkOperationId });
  const [product] = items;
  // It may have been deleted since the change.
  if (product === undefined || product.length === 0) throw notFound({ id: 'product' });
  return product;
}
