import type {
  ExportProductsRequest,
  ExportProductsResponse,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { BYTE_ORDER_MARK, csvOf } from '@commerce/service-kit/csv.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newTurn } from '@commerce/service-kit/jobs/turns.ts';
import { encodePosition } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { columns, headingOf } from '../domain/csv/columns.ts';
import { rowsOfProduct } from '../domain/csv/write-product.ts';
import { productFindMany } from '../store/product.ts';
import { shopFindById } from '../store/shop.ts';
import {
  fetchOnHand,
  listExportPage,
  selectedPage,
  loadBrandNames,
  loadCategoryPaths,
} from '../use-cases/load-export-page.ts';

/** Maximum number of products per part. */
const PART_SIZE = 50;
/** Maximum number of selected products. */
const MAX_SELECTED = 1_000;
/** Characters after which a part ends, far below the maximum size of a gRPC message. */
const PART_CHARS = 1_000_000;

export const exportProducts =
  (deps: Deps): Handler<ExportProductsRequest, ExportProductsResponse> =>
  async (ctx, { includeCosts, shopId, pageToken, filter, productIds }) => {
    const { db, prisma } = deps;
    const storeId = storeOf(ctx);
    if (shopId !== undefined && !(await shopFindById(prisma, storeId, shopId))) throw notFound();
    if (productIds.length > MAX_SELECTED) throw invalid('product_ids', `Must be at most ${MAX_SELECTED}.`);
    const listed =
      productIds.length > 0
        ? selectedPage(productIds, pageToken, PART_SIZE)
        : await listExportPage(deps, storeId, filter, pageToken, PART_SIZE);
    const ids = listed.map(({ id }) => id);
    const found = await productFindMany(db, storeId, ids);
    const [pathOf, brandOf, onHandByKey] = await Promise.all([
      loadCategoryPaths(deps, storeId),
      loadBrandNames(deps, storeId),
      fetchOnHand(deps, ctx, shopId, found),
    ]);
    const byId = new Map(found.map((record) => [record.product.id, record]));
    const turn = newTurn();
    let csv = pageToken.length === 0 ? `${BYTE_ORDER_MARK}${csvOf([columns.map(headingOf)])}` : '';
    let done = 0;
    for (const { id } of listed) {
      const record = byId.get(id);
      const onHand = (variantId: string) => onHandByKey.get(`${id}/${variantId}`);
      if (record !== undefined)
        csv += csvOf(rowsOfProduct(record, { pathOf, brandOf, onHand, includeCosts }));
      done++;
      if (csv.length > PART_CHARS) break;
      await turn();
    }
    const isLast = done === listed.length && listed.length < PART_SIZE;
    const next = isLast ? undefined : listed[done - 1]!.position;
    return { csv: Buffer.from(csv), nextPageToken: encodePosition(next) };
  };
