import type {
  ListOrderVersionsRequest,
  ListOrderVersionsResponse,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import { listVersions } from '@commerce/service-kit/db/version-pages.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { LIST_VERSIONS } from '../store/order-list.ts';

export const listOrderVersions =
  ({ db, orderEncoding }: Deps): Handler<ListOrderVersionsRequest, ListOrderVersionsResponse> =>
  async (_ctx, { pages }) => ({
    pages: await listVersions(db, LIST_VERSIONS, pages),
    encoding: orderEncoding.current,
  });
