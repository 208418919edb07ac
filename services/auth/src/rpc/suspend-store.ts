import type { SuspendStoreRequest, SuspendStoreResponse } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { readReason } from '../domain/reason.ts';
import { setStoreSuspended } from '../use-cases/set-store-suspended.ts';

/** Suspends a merchant's store: its team and the tokens of its installations are refused from the response on. */
export const suspendStore =
  (deps: Deps): Handler<SuspendStoreRequest, SuspendStoreResponse> =>
  (ctx, { storeId, reason }) =>
    setStoreSuspended(deps, ctx, { storeId, reason: readReason(reason, { min: 1 }) }, 'suspended');
