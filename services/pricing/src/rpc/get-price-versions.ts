import type {
  GetPriceVersionsRequest,
  GetPriceVersionsResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { priceVersions } from '../store/price-version.ts';

export const getPriceVersions =
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Handler<GetPriceVersionsRequest, GetPriceVersionsResponse> =>
  async (_ctx, { storeIds }) => ({ versions: await priceVersions(db, storeIds, clock.now()) });
