import type { SignOutRequest, SignOutResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { deleteSession } from '../store/session-delete.ts';

/** Ends a session. */
export function signOut({ database }: Deps): Handler<SignOutRequest, SignOutResponse> {
  return async (_ctx, { token }) => {
    await deleteSession(database, sha256(token));
    return {};
  };
}
