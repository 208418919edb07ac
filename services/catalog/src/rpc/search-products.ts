import {
  ProductOrder,
  type ProductSummary,
  type SearchProductsRequest,
  type SearchProductsResponse,
} from '@commerce/proto/commerce/catalog/v1/desk.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import { facetsOf, searchWords } from '../domain/search.ts';
import { brandExists } from '../store/brand.ts';
import { categoryListDescendants } from '../store/category-descendants.ts';
import { productSearch, type ProductQuery, type SummaryRow } from '../store/product-search.ts';
import type { Deps } from '../deps.ts';

const MAX_TEXT = 200;
/** After the newest product. */
const NEWEST: [number, string] = [Date.UTC(9999, 0), ''];

export const searchProducts =
  (deps: Deps): Handler<SearchProductsRequest, SearchProductsResponse> =>
  async (ctx, request) => {
    const storeId = storeOf(ctx);
    const byName = request.order === ProductOrder.NAME;
    const query = await queryOf(deps, storeId, request);
    const position = decodePosition(request.pageToken) as [number | string, string] | undefined;
    const [key, id] = position ?? (byName ? ['', ''] : NEWEST);
    const limit = pageSize(request.limit);
    const after: [Date | string, string] = [byName ? String(key) : new Date(key), id];
    const found = await productSearch(deps.db, storeId, query, byName ? 'name' : 'changed', after, limit + 1);
    const page = cutPage(found, limit, (row) => [byName ? row.name_key : row.updated_at.getTime(), row.id]);
    return { products: page.rows.map(summaryOf), nextPageToken: encodePosition(page.next) };
  };

/** What products are searched by. @throws Fault of a text that is too long, a category or brand that the store lacks */
export async function queryOf(
  { db, prisma }: Pick<Deps, 'db' | 'prisma'>,
  storeId: string,
  request: SearchProductsRequest,
): Promise<ProductQuery> {
  if (request.text.length > MAX_TEXT) throw invalid('text', `Must have at most ${MAX_TEXT} characters.`);
  const { categoryId, brandId, status, visibility, type, text } = request;
  const any = categoryId === undefined ? [] : await categoryListDescendants(db, storeId, categoryId);
  if (categoryId !== undefined && any.length === 0) throw notFound();
  if (brandId !== undefined && !(await brandExists(prisma, storeId, brandId))) throw notFound();
  const all = [...facetsOf({ status, visibility, type }), ...(brandId === undefined ? [] : [brandId])];
  return { words: searchWords(text), all, any };
}

function summaryOf(row: SummaryRow): ProductSummary {
  const inUse = row.is_active ? 'active' : 'inactive';
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    sku: row.sku ?? undefined,
    image: row.image ?? undefined,
    type: row.type,
    status: row.is_draft ? 'draft' : inUse,
    visibility: row.visibility,
    priceCentavos: row.price_centavos,
    variantCount: row.variant_count,
    categoryIds: row.category_ids,
    brandIds: row.brand_ids,
    updatedAtMs: row.updated_at.getTime(),
  };
}
