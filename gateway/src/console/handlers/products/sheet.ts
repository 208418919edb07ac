import { ProductVisibility, ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKey, enumName, enumValue } from '@commerce/proto/enum.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductOrder } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import { MAX_SHEET } from '@commerce/console-api/routes/products.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { required } from '../../../edge/required.ts';
import type { Services } from '../../../grpc/services.ts';
import type { HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';
import { productsOf, variantLabel } from '../named.ts';
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
    const [found, prices] = await Promise.all([
      editedProducts(ctx, services, ids),
      pricesOf(ctx, services, ids),
    ]);
    const items = found.map(({ product, isDraft }) => {
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

/** Products in the order of their ids, drafts included; those that do not exist are left out. */
async function editedProducts(ctx: Context, services: Services, ids: string[]) {
  const published = await productsOf(ctx, services, ids);
  const found = await Promise.all(
    ids.map(async (id) => {
      const product = published.get(id);
      return product === undefined ? draftOf(ctx, services, id) : { product, isDraft: false };
    }),
  );
  return found.flatMap((each) => each ?? []);
}

async function draftOf(ctx: Context, { catalog }: Services, id: string) {
  try {
    const { product, isDraft } = await catalog.getProductForEditing(ctx, { id });
    return { product: required(product) satisfies Product, isDraft };
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return undefined;
    throw error;
  }
}
