import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Deps } from '../deps.ts';

/** Gets those of the products that are active. */
export async function activeProducts(
  { clients }: Pick<Deps, 'clients'>,
  ctx: Context,
  productIds: readonly string[],
): Promise<Product[]> {
  if (productIds.length === 0) return [];
  const keys = [...new Set(productIds)].map((id) => ({ storeId: storeOf(ctx), id }));
  const { products } = await clients.catalog.batchGetProducts(childContext(ctx), { keys });
  return products.filter(({ id, isActive }) => id !== '' && isActive);
}
