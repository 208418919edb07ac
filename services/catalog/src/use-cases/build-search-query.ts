import { ProductStatus, ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { SearchProductsRequest } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';
import type { Deps } from '../deps.ts';
import { facetsOf, searchWords, soldAtFacets } from '../domain/search.ts';
import { brandExists } from '../store/brand.ts';
import { categoryListDescendants } from '../store/category.ts';
import type { ProductQuery } from '../store/product-search.ts';

const MAX_TEXT = 200;

/**
 * Builds the query of a back-office search.
 * @throws Fault invalid_request for a text that is too long, not_found for a category or brand that the store does
 * not have
 */
export async function buildSearchQuery(
  { db, prisma }: Pick<Deps, 'db' | 'prisma'>,
  storeId: string,
  request: SearchProductsRequest,
): Promise<ProductQuery> {
  if (request.text.length > MAX_TEXT) throw invalid('text', lengthMessage(0, MAX_TEXT));
  const { categoryId, brandId, status, visibility, type, text, soldAtShopId } = request;
  const any = categoryId === undefined ? [] : await categoryListDescendants(db, storeId, categoryId);
  if (categoryId !== undefined && any.length === 0) throw notFound();
  if (brandId !== undefined && !(await brandExists(prisma, storeId, brandId))) throw notFound();
  const facets = facetsOf({
    status: status === undefined ? undefined : requireEnumName('status', ProductStatus, status),
    visibility:
      visibility === undefined
        ? undefined
        : requireEnumName('visibility', ProductVisibility, visibility).toUpperCase(),
    type: type === undefined ? undefined : requireEnumName('type', ProductType, type),
  });
  const all = [...facets, ...(brandId === undefined ? [] : [brandId])];
  const soldAt = soldAtShopId === undefined ? [] : soldAtFacets(soldAtShopId);
  return { words: searchWords(text), all, any, soldAt };
}
