import type { RestoreStoreRequest, RestoreStoreResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { setStoreSuspended } from '../use-cases/set-store-suspended.ts';

/** Ends a store's suspension: its team and the tokens of its installations are accepted again. */
export const restoreStore =
  (deps: Deps): Handler<RestoreStoreRequest, RestoreStoreResponse> =>
  (ctx, { storeId, reason }) =>
    setStoreSuspended(deps, ctx, { storeId, reason: readReason(reason) }, 'restored');
