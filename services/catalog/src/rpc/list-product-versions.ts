import type {
  ListProductVersionsRequest,
  ListProductVersionsResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { listVersions } from '@commerce/service-kit/db/version-pages.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { LIST_VERSIONS } from '../store/product-list.ts';
import type { Deps } from '../deps.ts';

export const listProductVersions =
  ({ db, productEncoding }: Deps): Handler<ListProductVersionsRequest, ListProductVersionsResponse> =>
  async (_ctx, { pages }) => ({
    pages: await listVersions(db, LIST_VERSIONS, pages),
    encoding: productEncoding.current,
  });
