import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { invalid, notFound, type Fault } from '@commerce/service-kit/fault.ts';
import type { Goods } from '../domain/goods.ts';
import { goodsProblem } from '../domain/product.ts';
import { productLockMany } from '../store/product-lock.ts';
import { shopFindMany } from '../store/shop-find.ts';
import { Unsure } from './ask-catalog.ts';

/**
 * Checks that goods name something of which the store can have stock, drafts too; their products stay as they are until the end of
 * the transaction.
 * @param asked whether the catalogue has been asked
 * @param at what comes before the names of the fields of goods, by their index
 * @returns why not, at the places of the goods that do not
 * @throws Unsure when the catalogue may know better
 */
export async function goodsRefusals(
  db: Queryable,
  storeId: string,
  goods: Goods[],
  asked: boolean,
  at: (index: number) => string,
): Promise<(Fault | undefined)[]> {
  const shops = await shopFindMany(db, storeId, [...new Set(goods.map(({ shopId }) => shopId))]);
  const products = await productLockMany(
    db,
    storeId,
    goods.map(({ productId }) => productId),
  );
  const refusals = goods.map(({ shopId, productId, variantId }, index) => {
    const product = products.get(productId);
    if (!shops.has(shopId) || product === undefined || product.deleted || product.type === null)
      return notFound();
    const problem = goodsProblem(product, variantId, at(index));
    return problem && invalid(problem.field, problem.message, problem.reason);
  });
  const refused = goods.filter((_, index) => refusals[index] !== undefined);
  if (refused.length > 0 && !asked)
    throw new Unsure(
      [...new Set(refused.map(({ productId }) => productId))],
      refused.some(({ shopId }) => !shops.has(shopId)),
    );
  return refusals;
}
