import type { PublicHandler } from '../call.ts';
import { toCreateProduct, toUpdateProduct } from './product-requests.ts';
import { found, requireId, requireIds } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';

export const listProducts: PublicHandler<'listProducts'> = async ({ ctx, services, cursor }, { query }) => {
  const pageToken = cursor.open(query.cursor);
  requireIds({ category: ['cat', query.category], brand: ['brd', query.brand] });
  const page = await services.listProducts(ctx, {
    limit: query.limit,
    pageToken,
    updatedSinceMs: query.updated_since,
    ids: query.ids ?? [],
    sku: query.sku,
    barcode: query.barcode,
    categoryId: query.category,
    brandId: query.brand,
  });
  return { items: page.items, nextCursor: cursor.seal(page.nextPageToken) };
};

export const getProduct: PublicHandler<'getProduct'> = async ({ ctx, services }, { params }) =>
  found(await services.productById(ctx, requireId('prd', params.id)), 'prd');

export const createProduct: PublicHandler<'createProduct'> = async ({ ctx, services }, { body }) =>
  required((await services.catalog.createProduct(ctx, toCreateProduct(body))).product);

export const updateProduct: PublicHandler<'updateProduct'> = async ({ ctx, services }, { params, body }) => {
  const request = toUpdateProduct(requireId('prd', params.id), body);
  return required((await services.catalog.updateProduct(ctx, request)).product);
};

export const deleteProduct: PublicHandler<'deleteProduct'> = async ({ ctx, services }, { params }) => {
  const id = requireId('prd', params.id);
  await services.catalog.deleteProduct(ctx, { id, includeDrafts: false });
  return id;
};
