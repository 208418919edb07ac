import { stringify } from 'csv-stringify/sync';
import type {
  ExportProductsRequest,
  ExportProductsResponse,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import type { SearchProductsRequest } from '@commerce/proto/commerce/catalog/v1/desk.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, encodePosition, startAfterId } from '@commerce/service-kit/page-token.ts';
import { newTurn } from '@commerce/service-kit/jobs/turns.ts';
import { columns, headingOf } from '../domain/csv/columns.ts';
import { rowsOfProduct } from '../domain/csv/write-product.ts';
import type { ProductRecord } from '../domain/product.ts';
import { brandListNames, categoryListNames } from '../store/import-labels.ts';
import { productListIds } from '../store/product-list-export.ts';
import { productFindMany } from '../store/product-load.ts';
import { productSearch } from '../store/product-search.ts';
import { shopFindById } from '../store/shop.ts';
import type { Deps } from '../deps.ts';
import { queryOf } from './search-products.ts';

/** Most products of a part. */
const PART_SIZE = 50;
/** Characters after which a part ends, so that it stays far below what a gRPC message may have. */
const PART_CHARS = 1_000_000;
/** Most rows of stock that inventory is asked for at once. */
const STOCK_BATCH = 1_000;
/** By which spreadsheets know that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

export const exportProducts =
  (deps: Deps): Handler<ExportProductsRequest, ExportProductsResponse> =>
  async (ctx, { includeCosts, shopId, pageToken, filter }) => {
    const { db, prisma } = deps;
    const storeId = storeOf(ctx);
    if (shopId !== undefined && !(await shopFindById(prisma, storeId, shopId))) throw notFound();
    const places = await placesOf(deps, storeId, filter, pageToken);
    const ids = places.map(({ id }) => id);
    const found = await productFindMany(db, storeId, ids);
    const [pathOf, brandOf, onHand] = await Promise.all([
      categoryPathsById(deps, storeId),
      brandNamesById(deps, storeId),
      stockOf(deps, ctx, shopId, found),
    ]);
    const byId = new Map(found.map((record) => [record.product.id, record]));
    const turn = newTurn();
    let csv = pageToken.length === 0 ? `${BYTE_ORDER_MARK}${csvOf([columns.map(headingOf)])}` : '';
    let done = 0;
    for (const { id } of places) {
      const record = byId.get(id);
      const own = (variantId: string) => onHand.get(`${id}/${variantId}`);
      if (record !== undefined)
        csv += csvOf(rowsOfProduct(record, { pathOf, brandOf, onHand: own, includeCosts }));
      done++;
      if (csv.length > PART_CHARS) break;
      await turn();
    }
    const isOver = done === places.length && places.length < PART_SIZE;
    const next = isOver ? undefined : places[done - 1]!.position;
    return { csv: Buffer.from(csv), nextPageToken: encodePosition(next) };
  };

// Quoted as well: a line break of any kind, a tab, and the semicolon, which parts cells in spreadsheets set to Spanish.
const csvOf = (rows: string[][]): string =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ });

/** A product of the file, and the position after which the next part begins. */
interface Place {
  id: string;
  position: string[];
}

async function placesOf(
  deps: Deps,
  storeId: string,
  filter: SearchProductsRequest | undefined,
  pageToken: Uint8Array,
): Promise<Place[]> {
  if (filter === undefined) {
    const ids = await productListIds(deps.db, storeId, startAfterId(pageToken), PART_SIZE);
    return ids.map((id) => ({ id, position: [id] }));
  }
  const query = await queryOf(deps, storeId, filter);
  const [key, id] = (decodePosition(pageToken) as [string, string] | undefined) ?? ['', ''];
  const rows = await productSearch(deps.db, storeId, query, 'name', [key, id], PART_SIZE);
  return rows.map((row) => ({ id: row.id, position: [row.name_key, row.id] }));
}

async function categoryPathsById({ db }: Deps, storeId: string) {
  const byId = new Map((await categoryListNames(db, storeId)).map((category) => [category.id, category]));
  const pathOf = (id: string): string[] | undefined => {
    const category = byId.get(id);
    if (category === undefined) return undefined;
    return [...(category.parentId === undefined ? [] : (pathOf(category.parentId) ?? [])), category.name];
  };
  return pathOf;
}

async function brandNamesById({ db }: Deps, storeId: string) {
  const byId = new Map((await brandListNames(db, storeId)).map(({ id, name }) => [id, name]));
  return (id: string) => byId.get(id);
}

/** What a shop has on hand, by `product/variant`, the variant empty for a product without any; of drafts it tells nothing. */
async function stockOf(
  { inventory }: Deps,
  ctx: Context,
  shopId: string | undefined,
  records: ProductRecord[],
): Promise<Map<string, number>> {
  const onHand = new Map<string, number>();
  if (shopId === undefined) return onHand;
  const storeId = storeOf(ctx);
  const keys = records.flatMap(({ product: { id: productId, variants, type } }) => {
    if (type === 'service') return [];
    const variantIds = variants.length > 0 ? variants.map(({ id }) => id) : [undefined];
    return variantIds.map((variantId) => ({ storeId, shopId, productId, variantId }));
  });
  for (let from = 0; from < keys.length; from += STOCK_BATCH) {
    const some = keys.slice(from, from + STOCK_BATCH);
    const { rows } = await inventory.batchGetStockRows(childContext(ctx), { keys: some });
    for (const [at, { productId, variantId = '' }] of some.entries())
      if (rows[at]?.shopId === shopId) onHand.set(`${productId}/${variantId}`, rows[at].onHand);
  }
  return onHand;
}
