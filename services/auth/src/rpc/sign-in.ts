import type { SignInRequest, SignInResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { provePassword } from '../sessions/prove-password.ts';

/** Signs a person in. */
export function signIn(deps: Deps): Handler<SignInRequest, SignInResponse> {
  return async (_ctx, { userAgent, ...given }) => {
    const proved = await provePassword(deps, given);
    if ('$case' in proved) return { result: proved };
    const session = await beginSession(deps, proved.personId, userAgent);
    return { result: { $case: 'session', value: session } };
  };
}
