import type { SignInRequest, SignInResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { checkPassword, WRONG_CREDENTIALS } from '../use-cases/check-password.ts';
import { startSession } from '../use-cases/start-session.ts';

/** Signs a person in. */
export const signIn =
  (deps: Deps): Handler<SignInRequest, SignInResponse> =>
  async (_ctx, { userAgent, ...given }) => {
    const checked = await checkPassword(deps, given);
    if ('$case' in checked) return { result: checked };
    const session = await startSession(deps, deps.db, checked, userAgent);
    return { result: session ? { $case: 'session', value: session } : WRONG_CREDENTIALS };
  };
