import type {
  SignUpDeveloperRequest,
  SignUpDeveloperResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requestSignUp } from '../use-cases/request-sign-up.ts';

/** Accepts the sign-up of a developer. */
export const signUpDeveloper =
  (deps: Deps): Handler<SignUpDeveloperRequest, SignUpDeveloperResponse> =>
  (_ctx, given) =>
    requestSignUp(deps, given, ['developer_name', given.developerName]);
