import type {
  BatchGetCustomersRequest,
  BatchGetCustomersResponse,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { answerBatch } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { customerBatchByKey } from '../store/customer-list.ts';
import type { Deps } from '../deps.ts';

export const batchGetCustomers =
  ({ db, customerEncoding }: Deps): Handler<BatchGetCustomersRequest, BatchGetCustomersResponse> =>
  async (_ctx, request) =>
    answerBatch(request.keys, await customerBatchByKey(db, customerEncoding, request), customerEncoding);
