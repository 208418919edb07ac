import { stringify } from 'csv-stringify/sync';
import type {
  ExportProductsRequest,
  ExportProductsResponse,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import { onward, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { encodePosition, startAfterId } from '@commerce/service-kit/page-token.ts';
import { columns, headingOf } from '../domain/csv/columns.ts';
import { rowsOfProduct } from '../domain/csv/write-product.ts';
import type { ProductRecord } from '../domain/product.ts';
import { brandListNames, categoryListNames } from '../store/import-labels.ts';
import { productListIds } from '../store/product-list-export.ts';
import { productFindMany } from '../store/product-load.ts';
import { shopFindById } from '../store/shop.ts';
import type { ExportDeps } from './deps.ts';

/** Products of a part: with products as large as they may be, a part still fits into a gRPC message. */
const PART_SIZE = 50;
/** Most rows of stock that inventory is asked for at once. */
const STOCK_BATCH = 1_000;
/** By which spreadsheets know that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

export const exportProducts =
  (deps: ExportDeps): Handler<ExportProductsRequest, ExportProductsResponse> =>
  async (ctx, { includeCosts, shopId, pageToken }) => {
    const { db, prisma } = deps;
    const storeId = storeOf(ctx);
    if (shopId !== undefined && !(await shopFindById(prisma, storeId, shopId))) throw notFound();
    const ids = await productListIds(db, storeId, startAfterId(pageToken), PART_SIZE);
    const records = (await productFindMany(db, storeId, ids)).toSorted((a, b) =>
      a.product.id < b.product.id ? -1 : 1,
    );
    const [pathOf, brandOf, onHand] = await Promise.all([
      categoryPathsById(deps, storeId),
      brandNamesById(deps, storeId),
      stockOf(deps, ctx, shopId, records),
    ]);
    const rows = records.flatMap((record) => {
      const own = (variantId: string) => onHand.get(`${record.product.id}/${variantId}`);
      return rowsOfProduct(record, { pathOf, brandOf, onHand: own, includeCosts });
    });
    const isFirst = pageToken.length === 0;
    const csv = stringify(isFirst ? [columns.map(headingOf), ...rows] : rows, {
      record_delimiter: 'windows',
      // Where the semicolon parts cells, an unquoted one would be cut there.
      quoted_match: /;/,
    });
    const next = ids.length < PART_SIZE ? undefined : [ids.at(-1)!];
    return {
      csv: Buffer.from(isFirst ? `${BYTE_ORDER_MARK}${csv}` : csv),
      nextPageToken: encodePosition(next),
    };
  };

async function categoryPathsById({ db }: ExportDeps, storeId: string) {
  const byId = new Map((await categoryListNames(db, storeId)).map((category) => [category.id, category]));
  const pathOf = (id: string): string[] | undefined => {
    const category = byId.get(id);
    if (category === undefined) return undefined;
    return [...(category.parentId === undefined ? [] : (pathOf(category.parentId) ?? [])), category.name];
  };
  return pathOf;
}

async function brandNamesById({ db }: ExportDeps, storeId: string) {
  const byId = new Map((await brandListNames(db, storeId)).map(({ id, name }) => [id, name]));
  return (id: string) => byId.get(id);
}

/** What a shop has on hand, by `product/variant`, the variant empty for a product without any; of drafts it tells nothing. */
async function stockOf(
  { inventory }: ExportDeps,
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
    const { rows } = await inventory.batchGetStockRows(onward(ctx), { keys: some });
    for (const [at, { productId, variantId = '' }] of some.entries())
      if (rows[at]?.shopId === shopId) onHand.set(`${productId}/${variantId}`, rows[at].onHand);
  }
  return onHand;
}
