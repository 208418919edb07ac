import type { GetSignUpRequest, GetSignUpResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { signUpOf } from '../people/sign-up-of.ts';

/** What a sign-up's link is for. */
export function getSignUp(deps: Deps): Handler<GetSignUpRequest, GetSignUpResponse> {
  return async (_ctx, { token }) => {
    const { email, name, developer_name, person_id, person_name } = await signUpOf(deps, token);
    return {
      email,
      name: person_name ?? name,
      developerName: developer_name,
      personExists: person_id !== null,
    };
  };
}
