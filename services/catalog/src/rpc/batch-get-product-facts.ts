import type {
  BatchGetProductFactsRequest,
  BatchGetProductFactsResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { factsOf } from '../domain/product-facts.ts';
import { productFindMany } from '../store/product.ts';
import type { Deps } from '../deps.ts';
import { requireBatch } from '../domain/require.ts';

export const batchGetProductFacts =
  ({ db }: Pick<Deps, 'db'>): Handler<BatchGetProductFactsRequest, BatchGetProductFactsResponse> =>
  async (ctx, { productIds }) => {
    requireBatch('product_ids', productIds);
    const records = await productFindMany(db, storeOf(ctx), productIds);
    return { products: records.map(factsOf) };
  };
