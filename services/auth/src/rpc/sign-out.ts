import type { SignOutRequest, SignOutResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { sessionDelete } from '../store/session.ts';

/** Ends a session. */
export const signOut =
  ({ prisma }: Deps): Handler<SignOutRequest, SignOutResponse> =>
  async (_ctx, { token }) => {
    await sessionDelete(prisma, token);
    return {};
  };
