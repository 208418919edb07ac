import type {
  SuspendDeveloperRequest,
  SuspendDeveloperResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { AuthDeps } from '../deps.ts';
import { setDeveloperSuspended } from '../store/developer-set-suspended.ts';

/** Suspends a developer: all of its apps are refused from the answer on. */
export function suspendDeveloper({
  prisma,
  clock,
}: AuthDeps): Handler<SuspendDeveloperRequest, SuspendDeveloperResponse> {
  return async (_ctx, { developerId }) => {
    if (
      !isId('dev', developerId) ||
      !(await setDeveloperSuspended(prisma, developerId, new Date(clock.now())))
    )
      throw notFound();
    return {};
  };
}
