import type {
  RestoreDeveloperRequest,
  RestoreDeveloperResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { AuthDeps } from '../deps.ts';
import { setDeveloperSuspended } from '../store/developer-set-suspended.ts';

/** Ends a developer's suspension. */
export function restoreDeveloper({
  prisma,
}: AuthDeps): Handler<RestoreDeveloperRequest, RestoreDeveloperResponse> {
  return async (_ctx, { developerId }) => {
    if (!isId('dev', developerId) || !(await setDeveloperSuspended(prisma, developerId, null)))
      throw notFound();
    return {};
  };
}
