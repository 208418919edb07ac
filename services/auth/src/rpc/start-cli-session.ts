import type {
  StartCliSessionRequest,
  StartCliSessionResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { openCliCode } from '../domain/cli-code.ts';
import { startSession } from '../use-cases/start-session.ts';

/** Opens a session of the command line. */
export const startCliSession =
  (deps: Deps): Handler<StartCliSessionRequest, StartCliSessionResponse> =>
  async (_ctx, { code, codeVerifier, userAgent }) => {
    const personId = openCliCode(deps.box, code, codeVerifier, deps.clock.now());
    if (personId === undefined)
      throw invalid('code', 'The code has expired or belongs to another login. Run `mostrador login` again.');
    return { session: await startSession(deps, personId, userAgent, true) };
  };
