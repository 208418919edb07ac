import type {
  BatchGetProductsRequest,
  BatchGetProductsResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { answerBatch } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { productBatchByKey } from '../store/product.ts';
import type { Deps } from '../deps.ts';

export const batchGetProducts =
  ({ db, productEncoding }: Deps): Handler<BatchGetProductsRequest, BatchGetProductsResponse> =>
  async (_ctx, request) =>
    answerBatch(request.keys, await productBatchByKey(db, productEncoding, request), productEncoding);
