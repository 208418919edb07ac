import type {
  ListCustomerVersionsRequest,
  ListCustomerVersionsResponse,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { listVersions } from '@commerce/service-kit/db/version-pages.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { LIST_VERSIONS } from '../store/customer-list.ts';
import type { Deps } from '../deps.ts';

export const listCustomerVersions =
  ({ db, customerEncoding }: Deps): Handler<ListCustomerVersionsRequest, ListCustomerVersionsResponse> =>
  async (_ctx, { pages }) => ({
    pages: await listVersions(db, LIST_VERSIONS, pages),
    encoding: customerEncoding.current,
  });
