import type {
  GetStockVersionsRequest,
  GetStockVersionsResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { stockVersions } from '../store/stock-item-list.ts';

export const getStockVersions =
  ({ db }: Pick<Deps, 'db'>): Handler<GetStockVersionsRequest, GetStockVersionsResponse> =>
  async (_ctx, { storeIds }) => ({ versions: await stockVersions(db, storeIds) });
