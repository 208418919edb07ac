import type { RestoreAppRequest, RestoreAppResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { AuthDeps } from '../deps.ts';
import { setAppSuspended } from '../store/app-set-suspended.ts';

/** Ends an app's suspension; its installations' tokens count again. */
export function restoreApp({ prisma }: AuthDeps): Handler<RestoreAppRequest, RestoreAppResponse> {
  return async (_ctx, { appId }) => {
    if (!isId('app', appId) || !(await setAppSuspended(prisma, appId, null))) throw notFound();
    return {};
  };
}
