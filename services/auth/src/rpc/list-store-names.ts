import type { ListStoreNamesRequest, ListStoreNamesResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { storeListNames } from '../store/store.ts';

const MAX_STORES = 100;

/** The names of stores. */
export const listStoreNames =
  ({ prisma }: Pick<Deps, 'prisma'>): Handler<ListStoreNamesRequest, ListStoreNamesResponse> =>
  async (_ctx, { storeIds }) => {
    if (storeIds.length > MAX_STORES) throw invalid('store_ids', `Must be at most ${MAX_STORES} stores.`);
    return { stores: await storeListNames(prisma, storeIds) };
  };
