import type {
  GetVerificationKeysRequest,
  GetVerificationKeysResponse,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { signingKeyListPublic } from '../store/signing-key.ts';

/** The public keys of access tokens in force, and the key that signs next. */
export const getVerificationKeys =
  ({ db, clock }: Deps): Handler<GetVerificationKeysRequest, GetVerificationKeysResponse> =>
  async () => {
    const keys = await signingKeyListPublic(db, new Date(clock.now()));
    return { jwks: JSON.stringify({ keys }) };
  };
