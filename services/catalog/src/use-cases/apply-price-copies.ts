import type { PriceCopy } from '@commerce/proto/commerce/catalog/v1/price_copy.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { withPrices } from '../domain/price-copy.ts';
import { productChangeMany, type ProductChange } from '../store/product-write.ts';

/** Copies newer prices and costs of pricing into products. @returns the products that exist, changed or not */
export function applyPriceCopies(
  tx: Queryable,
  storeId: string,
  prices: PriceCopy[],
  stamp: Stamp,
): Promise<ProductChange[]> {
  const byProduct = new Map(prices.map((copy) => [copy.productId, copy]));
  const apply = (record: ProductChange['before']) => withPrices(record, byProduct.get(record.product.id)!);
  return productChangeMany(tx, storeId, [...byProduct.keys()], apply, stamp);
}
