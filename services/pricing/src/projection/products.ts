import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { revise } from '../domain/product-prices.ts';
import { emitPricesChanged } from '../events/publish.ts';
import { productPricesLoadMany, productPricesSaveMany } from '../store/product-prices.ts';
import { productProjectMany } from '../store/product-project.ts';

/**
 * Applies what the catalogue tells of products, where it is newer. Which variants are active decides the base price of a product:
 * where that is another now, it is a price change like any, and told.
 * @returns whether anything was applied
 */
export async function applyFacts(unit: Unit, storeId: string, facts: ProductFacts[]): Promise<boolean> {
  const written = await productProjectMany(unit, storeId, newestOf(facts));
  if (written.length === 0) return false;
  const products = await productPricesLoadMany(unit, storeId, written);
  const revisions = products
    .map((before) => ({ before, after: revise(before, {}) }))
    .filter(({ before, after }) => after !== before);
  if (revisions.length > 0) await productPricesSaveMany(unit, storeId, revisions);
  emitPricesChanged(
    unit,
    revisions.map(({ after }) => after),
  );
  return true;
}

/** Each product once, by its newest version. */
function newestOf(facts: ProductFacts[]): ProductFacts[] {
  const newest = new Map<string, ProductFacts>();
  for (const of of facts)
    if ((newest.get(of.productId)?.version ?? -1) < of.version) newest.set(of.productId, of);
  return [...newest.values()];
}
