import type {
  BatchGetOrdersRequest,
  BatchGetOrdersResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { answerBatch } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { orderBatchByKey } from '../store/order-list.ts';

export const batchGetOrders =
  ({ db, orderEncoding }: Deps): Handler<BatchGetOrdersRequest, BatchGetOrdersResponse> =>
  async (_ctx, request) =>
    answerBatch(request.keys, await orderBatchByKey(db, orderEncoding, request), orderEncoding);
