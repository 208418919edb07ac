import type { PublicHandler } from '../call.ts';
import { toCreateProduct, toUpdateProduct } from './product-requests.ts';
import { found, requireId } from './require-id.ts';

export const listProducts: PublicHandler<'listProducts'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.listProducts(ctx, {
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
    updatedSinceMs: query.updated_since,
    sku: query.sku,
    categoryId: requireId('cat', query.category),
    brandId: requireId('brd', query.brand),
  });
  return { items: page.items, nextCursor: cursor.seal(page.nextPageToken) };
};

export const getProduct: PublicHandler<'getProduct'> = async ({ ctx, services }, { params }) =>
  found(await services.productById(ctx, requireId('prd', params.id)));

export const createProduct: PublicHandler<'createProduct'> = async ({ ctx, services }, { body }) =>
  found((await services.catalog.createProduct(ctx, toCreateProduct(body))).product);

export const updateProduct: PublicHandler<'updateProduct'> = async ({ ctx, services }, { params, body }) => {
  const request = toUpdateProduct(requireId('prd', params.id), body);
  return found((await services.catalog.updateProduct(ctx, request)).product);
};

export const deleteProduct: PublicHandler<'deleteProduct'> = async ({ ctx, services }, { params }) => {
  const id = requireId('prd', params.id);
  await services.catalog.deleteProduct(ctx, { id, includeDrafts: false });
  return id;
};
