import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { invalid, notFound, type Fault } from '@commerce/service-kit/fault.ts';
import { variantProblem } from '../domain/product.ts';
import type { StockKey } from '../domain/stock-key.ts';
import { productLockMany } from '../store/product.ts';
import type { Prisma } from '../store/prisma.ts';
import { shopFindMany } from '../store/shop.ts';

/** Options of a check of keys. */
interface CheckOptions {
  /** A draft can be stocked, but not adjusted. */
  drafts: 'accepted' | 'refused';
  /** Prefix of the field names of a key, by its index; none by default. */
  prefixOf?: (index: number) => string;
}

/**
 * Checks that keys name items that the store can have stock of, and locks their products until the end of the transaction. Call it
 * before any item is added or locked.
 * @returns a refusal at the index of each key that does not
 */
export async function checkStockKeys(
  tx: Queryable,
  prisma: Prisma,
  storeId: string,
  keys: StockKey[],
  { drafts, prefixOf = () => '' }: CheckOptions,
): Promise<(Fault | undefined)[]> {
  const shops = await shopFindMany(prisma, storeId, [...new Set(keys.map(({ shopId }) => shopId))]);
  const products = await productLockMany(
    tx,
    storeId,
    keys.map(({ productId }) => productId),
  );
  return keys.map(({ shopId, productId, variantId }, index) => {
    const product = products.get(productId);
    if (!shops.has(shopId) || product === undefined || product.deleted) return notFound();
    if (product.draft && drafts === 'refused') return notFound();
    const problem = variantProblem(product, variantId, prefixOf(index));
    return problem && invalid(problem.field, problem.message, problem.reason);
  });
}
