import type {
  SignUpMerchantRequest,
  SignUpMerchantResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requestSignUp } from '../use-cases/request-sign-up.ts';

/** Accepts the sign-up of a merchant. */
export const signUpMerchant =
  (deps: Deps): Handler<SignUpMerchantRequest, SignUpMerchantResponse> =>
  (_ctx, given) =>
    requestSignUp(deps, given, ['store_name', given.storeName]);
