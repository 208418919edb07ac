import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { revise } from '../domain/product-prices.ts';
import { publishPricesChanged } from '../events/publish.ts';
import { productPricesLoadMany, productPricesSaveMany } from '../store/product-prices.ts';
import { productSaveFacts } from '../store/product.ts';

/**
 * Applies newer facts of products to the projection. The base price of a product depends on which of its variants are active: when it
 * changes, that is a price change like any other, and is published.
 * @param bulkOperationId the bulk operation that needs the facts, if any
 */
export async function applyProductFacts(
  unit: Unit,
  storeId: string,
  facts: ProductFacts[],
  bulkOperationId?: string,
): Promise<void> {
  const written = await productSaveFacts(unit, storeId, newestOf(facts));
  if (written.length === 0) return;
  const products = await productPricesLoadMany(unit, storeId, written);
  const revisions = products
    .map((before) => ({ before, after: revise(before, {}) }))
    .filter(({ before, after }) => after !== before);
  if (revisions.length > 0) await productPricesSaveMany(unit, storeId, revisions);
  publishPricesChanged(
    unit,
    revisions.map(({ after }) => after),
    bulkOperationId,
  );
}

/** Keeps the newest version of each product. */
function newestOf(facts: ProductFacts[]): ProductFacts[] {
  const newest = new Map<string, ProductFacts>();
  for (const product of facts)
    if ((newest.get(product.productId)?.version ?? -1) < product.version)
      newest.set(product.productId, product);
  return [...newest.values()];
}
