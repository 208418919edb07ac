import type { GetStoreRequest, GetStoreResponse } from '@commerce/proto/commerce/auth/v1/stores.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { findStore } from '../store/store-find-by-id.ts';

/** The store that the call is about. */
export function getStore({ database }: Deps): Handler<GetStoreRequest, GetStoreResponse> {
  return async (ctx) => {
    const store = await findStore(database, storeOf(ctx));
    if (!store) throw notFound();
    return { store: { id: store.id, name: store.name, planTier: store.plan } };
  };
}
