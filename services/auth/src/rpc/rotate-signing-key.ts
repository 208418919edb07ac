import type {
  RotateSigningKeyRequest,
  RotateSigningKeyResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { rotateSigningKey as rotate } from '../signing/rotate.ts';

/** Makes the next signing key the active one. */
export function rotateSigningKey(deps: Deps): Handler<RotateSigningKeyRequest, RotateSigningKeyResponse> {
  return async (_ctx, { immediately }) => {
    const keys = await rotate(deps, deps.rules.rotation, immediately);
    deps.signer.forget();
    return keys;
  };
}
