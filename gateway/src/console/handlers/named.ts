import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductOrder } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { Named } from '@commerce/console-api/routes/price-messages.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../../grpc/services.ts';

/** Products by id, to add names to data of other services; without drafts and deleted products. */
export type Products = ReadonlyMap<string, Product>;

/** Products by id, in one call. */
export async function productsOf(
  ctx: Context,
  { catalog }: Services,
  productIds: Iterable<string>,
): Promise<Products> {
  const ids = [...new Set(productIds)];
  if (ids.length === 0) return new Map();
  const storeId = storeOf(ctx);
  const { products } = await catalog.batchGetProducts(ctx, { keys: ids.map((id) => ({ storeId, id })) });
  return new Map(products.filter(({ id }) => id !== '').map((product) => [product.id, product]));
}

/** Names of a product and its variant. */
export function namesOf(
  products: Products,
  { productId, variantId }: { productId: string; variantId?: string | undefined },
): Named {
  const product = products.get(productId);
  const variant = product?.variants.find(({ id }) => id === variantId);
  return {
    productName: product?.name ?? '',
    variantName: variant === undefined ? '' : variantLabel(variant),
  };
}

/** Label that distinguishes a variant from the others of its product. */
export const variantLabel = ({ name, attributes, sku, id }: Product['variants'][number]): string =>
  name || attributes.map(({ value }) => value).join(' / ') || (sku ?? id);

/** Page of the products that match a text, ordered by name. */
export async function searchProducts(
  ctx: Context,
  { catalog }: Services,
  page: { text: string; limit: number; pageToken: Buffer },
) {
  return catalog.searchProducts(ctx, { ...page, order: ProductOrder.NAME });
}
