import { ProductOrder } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { ProductStatus } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type {
  SearchTillProductsRequest,
  SearchTillProductsResponse,
} from '@commerce/proto/commerce/orders/v1/till.ts';
import { childContext, type Context } from '@commerce/service-kit/context.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isSoldAt } from '../domain/line-items.ts';
import type { Deps } from '../deps.ts';
import { activeProducts } from '../use-cases/active-products.ts';
import { priceItems } from '../use-cases/price-items.ts';

const MAX_IDS = 24;

export const searchTillProducts =
  (deps: Deps): Handler<SearchTillProductsRequest, SearchTillProductsResponse> =>
  async (ctx, request) => {
    const { shopId, productIds } = request;
    const products = await (productIds.length > 0 ? named(deps, ctx, request) : found(deps, ctx, request));
    const plain = products.filter(({ variantCount }) => variantCount === 0).map(({ id }) => id);
    const prices = await priceItems(
      deps,
      ctx,
      shopId,
      plain.map((productId) => ({ productId })),
    );
    const priceOf = new Map(plain.map((id, n) => [id, prices[n]]));
    return {
      products: products.map(({ id: productId, name, sku, image, variantCount }) => ({
        productId,
        name,
        sku,
        image,
        priceCentavos: priceOf.get(productId)?.priceCentavos,
        variantCount,
      })),
    };
  };

interface TillProduct {
  id: string;
  name: string;
  sku?: string | undefined;
  image?: string | undefined;
  variantCount: number;
}

async function found(
  { clients }: Deps,
  ctx: Context,
  { shopId, text, limit, categoryId, onlySold }: SearchTillProductsRequest,
): Promise<TillProduct[]> {
  const { products } = await clients.catalog.searchProducts(childContext(ctx), {
    text,
    categoryId,
    soldAtShopId: onlySold ? shopId : undefined,
    status: ProductStatus.ACTIVE,
    order: text === '' && categoryId === undefined ? ProductOrder.CHANGED : ProductOrder.NAME,
    limit,
    pageToken: Buffer.alloc(0),
  });
  return products;
}

/** @throws Fault invalid_request for too many products */
async function named(
  deps: Deps,
  ctx: Context,
  { shopId, productIds, onlySold }: SearchTillProductsRequest,
): Promise<TillProduct[]> {
  const errors = new FieldErrors();
  errors.count('product_ids', productIds.length, 1, MAX_IDS);
  errors.throwIfAny();
  const active = await activeProducts(deps, ctx, productIds);
  const byId = new Map(active.map((product) => [product.id, product]));
  return productIds.flatMap((productId) => {
    const product = byId.get(productId);
    if (product === undefined || (onlySold && !isSoldAt(product, shopId))) return [];
    const { id, name, sku, images, variants } = product;
    return [{ id, name, sku, image: images[0], variantCount: variants.length }];
  });
}
