import type {
  AuthenticateClientRequest,
  AuthenticateClientResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { authenticateClient as authenticate } from '../use-cases/authenticate-client.ts';

/** Authenticates a client whose request is refused for another reason. */
export const authenticateClient =
  (deps: Deps): Handler<AuthenticateClientRequest, AuthenticateClientResponse> =>
  async (_ctx, { client }) => {
    const authentication = await authenticate(deps, client);
    return { refusal: 'refusal' in authentication ? authentication.refusal : undefined };
  };
