import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { SearchProductsRequest } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { decodePosition, startAfterId } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { MAX_STOCK_ITEMS_PER_CALL } from '../domain/bounds.ts';
import type { ProductRecord } from '../domain/product.ts';
import { brandListNames } from '../store/brand.ts';
import { categoryListNames } from '../store/category.ts';
import { productSearch } from '../store/product-search.ts';
import { productListIds } from '../store/product.ts';
import { buildSearchQuery } from './build-search-query.ts';

/** A product of an export, and the position after which the next part starts. */
export interface ExportedProduct {
  id: string;
  position: string[];
}

/** Lists the next products of an export: by name for those of a filter, otherwise by id. */
export async function listExportPage(
  deps: Pick<Deps, 'db' | 'prisma'>,
  storeId: string,
  filter: SearchProductsRequest | undefined,
  pageToken: Uint8Array,
  limit: number,
): Promise<ExportedProduct[]> {
  if (filter === undefined) {
    const ids = await productListIds(deps.prisma, storeId, startAfterId(pageToken), limit);
    return ids.map((id) => ({ id, position: [id] }));
  }
  const query = await buildSearchQuery(deps, storeId, filter);
  const after = (decodePosition(pageToken) as [string, string] | undefined) ?? ['', ''];
  const found = await productSearch(deps.db, storeId, { query, order: 'name', after, limit });
  return found.map(({ summary: { id }, nameKey }) => ({ id, position: [nameKey, id] }));
}

/** Next products of a selection, by id. */
export function selectedPage(productIds: string[], pageToken: Uint8Array, limit: number): ExportedProduct[] {
  const after = startAfterId(pageToken);
  return [...new Set(productIds)]
    .filter((id) => id > after)
    .toSorted()
    .slice(0, limit)
    .map((id) => ({ id, position: [id] }));
}

/** Loads the names of categories. @returns a function from an id to the path of names, undefined for an unknown id */
export async function loadCategoryPaths(
  { prisma }: Pick<Deps, 'prisma'>,
  storeId: string,
): Promise<(id: string) => string[] | undefined> {
  const byId = new Map((await categoryListNames(prisma, storeId)).map((category) => [category.id, category]));
  const pathOf = (id: string): string[] | undefined => {
    const category = byId.get(id);
    if (category === undefined) return undefined;
    return [...(category.parentId === undefined ? [] : (pathOf(category.parentId) ?? [])), category.name];
  };
  return pathOf;
}

/** Loads the names of brands. @returns a function from an id to the name, undefined for an unknown id */
export async function loadBrandNames(
  { prisma }: Pick<Deps, 'prisma'>,
  storeId: string,
): Promise<(id: string) => string | undefined> {
  const byId = new Map((await brandListNames(prisma, storeId)).map(({ id, name }) => [id, name]));
  return (id) => byId.get(id);
}

/**
 * Fetches the quantities on hand in a shop, by `product/variant` (no variant: empty). Empty without a shop; drafts
 * have none.
 */
export async function fetchOnHand(
  { clients }: Pick<Deps, 'clients'>,
  ctx: Context,
  shopId: string | undefined,
  records: ProductRecord[],
): Promise<Map<string, number>> {
  const onHand = new Map<string, number>();
  if (shopId === undefined) return onHand;
  const storeId = storeOf(ctx);
  const keys = records.flatMap(({ product: { id: productId, variants, type } }) => {
    if (type === ProductType.SERVICE) return [];
    const variantIds = variants.length > 0 ? variants.map(({ id }) => id) : [undefined];
    return variantIds.map((variantId) => ({ storeId, shopId, productId, variantId }));
  });
  for (let from = 0; from < keys.length; from += MAX_STOCK_ITEMS_PER_CALL) {
    const batch = keys.slice(from, from + MAX_STOCK_ITEMS_PER_CALL);
    const { rows } = await clients.inventory.batchGetStockRows(childContext(ctx), { keys: batch });
    for (const [index, { productId, variantId = '' }] of batch.entries())
      if (rows[index]?.shopId === shopId) onHand.set(`${productId}/${variantId}`, rows[index].onHand);
  }
  return onHand;
}
