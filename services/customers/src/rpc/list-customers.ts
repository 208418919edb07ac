import type {
  ListCustomersRequest,
  ListCustomersResponse,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { answerPage } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { pageSize, requireFilterIds, startAfterUpdate } from '@commerce/service-kit/page-token.ts';
import { customerList } from '../store/customer-list.ts';
import type { Deps } from '../deps.ts';

export const listCustomers =
  ({ db, customerEncoding }: Deps): Handler<ListCustomersRequest, ListCustomersResponse> =>
  async (ctx, request) => {
    requireFilterIds(request.ids);
    const limit = pageSize(request.limit);
    const after = startAfterUpdate(request.pageToken, request.updatedSinceMs);
    const storeId = storeOf(ctx);
    const rows = await customerList(db, storeId, after, limit + 1, request);
    return answerPage(storeId, rows, limit, customerEncoding);
  };
