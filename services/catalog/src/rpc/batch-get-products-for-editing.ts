import type {
  BatchGetProductsForEditingRequest,
  BatchGetProductsForEditingResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { productFindMany } from '../store/product.ts';
import type { Deps } from '../deps.ts';

const MAX_PRODUCTS = 100;

export const batchGetProductsForEditing =
  ({
    db,
  }: Pick<Deps, 'db'>): Handler<BatchGetProductsForEditingRequest, BatchGetProductsForEditingResponse> =>
  async (ctx, { ids }) => {
    if (ids.length > MAX_PRODUCTS) throw invalid('ids', `Must be at most ${MAX_PRODUCTS}.`);
    const records = await productFindMany(db, storeOf(ctx), ids);
    const byId = new Map(records.map(({ product, draft }) => [product.id, { product, isDraft: draft }]));
    return { products: ids.flatMap((id) => byId.get(id) ?? []) };
  };
