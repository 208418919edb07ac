import type {
  GetVerificationKeysRequest,
  GetVerificationKeysResponse,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { listPublicSigningKeys } from '../store/signing-key-list-public.ts';

/** The public keys that access tokens in force are signed with, and the one that will sign next. */
export function getVerificationKeys({
  database,
  clock,
}: Deps): Handler<GetVerificationKeysRequest, GetVerificationKeysResponse> {
  return async () => {
    const rows = await listPublicSigningKeys(database, new Date(clock.now()));
    return { jwks: JSON.stringify({ keys: rows.map((row) => row.public_jwk) }) };
  };
}
