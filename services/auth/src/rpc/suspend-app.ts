import type { SuspendAppRequest, SuspendAppResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { AuthDeps } from '../deps.ts';
import { setAppSuspended } from '../store/app-set-suspended.ts';

/** Suspends an app: its clients and tokens are refused from the answer on. */
export function suspendApp({ prisma, clock }: AuthDeps): Handler<SuspendAppRequest, SuspendAppResponse> {
  return async (_ctx, { appId }) => {
    if (!isId('app', appId) || !(await setAppSuspended(prisma, appId, new Date(clock.now()))))
      throw notFound();
    return {};
  };
}
