import type {
  RotateSigningKeyRequest,
  RotateSigningKeyResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { rotateSigningKeys } from '../use-cases/rotate-signing-keys.ts';

/** Makes the next signing key the active one. */
export const rotateSigningKey =
  (deps: Deps): Handler<RotateSigningKeyRequest, RotateSigningKeyResponse> =>
  async (_ctx, { immediately }) => {
    const keys = await rotateSigningKeys(deps, immediately);
    deps.signer.forget();
    return keys;
  };
