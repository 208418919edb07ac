import type { GetSignUpRequest, GetSignUpResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { findSignUpByLink } from '../use-cases/use-mailed-link.ts';

/** The sign-up of a mailed link. */
export const getSignUp =
  (deps: Deps): Handler<GetSignUpRequest, GetSignUpResponse> =>
  async (_ctx, { token }) => {
    const { email, name, developerName, storeName, personId, personName } = await findSignUpByLink(
      deps,
      token,
    );
    return {
      email,
      name: personName ?? name,
      developerName: developerName ?? '',
      storeName: storeName ?? '',
      personExists: personId !== null,
    };
  };
