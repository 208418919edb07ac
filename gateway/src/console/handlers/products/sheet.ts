import { ProductVisibility, ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKey, enumName, enumValue } from '@commerce/proto/enum.ts';
import { ProductOrder } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import { MAX_SHEET } from '@commerce/console-api/routes/products.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { required } from '../../../edge/required.ts';
import type { Services } from '../../../grpc/services.ts';
import type { HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';
import { variantLabel } from '../named.ts';
import { amountsOf, pricesOf } from '../prices/amounts.ts';
import { filterOf } from './filter.ts';

export const sheetHandlers: HandlersOf<Pick<typeof productRoutes, 'sheet'>> = {
  sheet: async ({ ctx, services, cursor, query, may }) => {
    const { sort, cursor: at, limit, products: selected, ...filter } = query;
    const { ids, nextPageToken } =
      selected === undefined
        ? await searchIds(ctx, services, {
            ...filterOf(filter),
            order: enumValue(ProductOrder, sort),
            limit: Math.min(limit, MAX_SHEET),
            pageToken: cursor.open(at),
          })
        : { ids: selected, nextPageToken: new Uint8Array(0) };
    const [{ products: found }, prices] = await Promise.all([
      services.catalog.batchGetProductsForEditing(ctx, { ids }),
      pricesOf(ctx, services, ids),
    ]);
    const items = found.map(({ product: each, isDraft }) => {
      const product = required(each);
      const { id, name, sku, isActive, updatedAtMs, variants } = product;
      return {
        ...toJson({ id, name, sku, isActive, updatedAtMs }),
        type: enumName(ProductType, product.type),
        visibility: enumKey(ProductVisibility, product.visibility),
        isDraft,
        amounts: amountsOf(product, prices.get(id), may('seeCosts')),
        variants: variants.map((variant) => ({
          id: variant.id,
          name: variantLabel(variant),
          sku: variant.sku,
        })),
      };
    });
    return { items, nextCursor: cursor.seal(nextPageToken) };
  },
};

async function searchIds(
  ctx: Context,
  { catalog }: Services,
  search: Parameters<Services['catalog']['searchProducts']>[1],
) {
  const { products, nextPageToken } = await catalog.searchProducts(ctx, search);
  return { ids: products.map(({ id }) => id), nextPageToken };
}
