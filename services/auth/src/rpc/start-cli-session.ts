import type {
  SignInResponse_Session,
  StartCliSessionRequest,
  StartCliSessionResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { isPasswordOf, openCliCode, type CliCode } from '../domain/cli-code.ts';
import { CODE_MS } from '../domain/lifetimes.ts';
import { personFindPasswordHash, personLockWithPassword } from '../store/person.ts';
import { rateWindowHit } from '../store/rate-window.ts';
import { sessionFind } from '../store/session.ts';
import { startSession } from '../use-cases/start-session.ts';

/** A code is used once. Its use is remembered for twice its lifetime, because the clocks of replicas differ a little. */
const ONCE = { limit: 1, windowMs: 2 * CODE_MS };

/** Opens a session of the command line. */
export const startCliSession =
  (deps: Deps): Handler<StartCliSessionRequest, StartCliSessionResponse> =>
  async (_ctx, { code: sealed, codeVerifier, userAgent }) => {
    const code = openCliCode(deps.box, sealed, codeVerifier, deps.clock.now());
    const session = code && (await useCode(deps, code, userAgent));
    if (session === undefined)
      throw invalid(
        'code',
        'The code has expired, was used before, or belongs to another login. Run `mostrador login` again.',
      );
    return { session };
  };

async function useCode(
  deps: Deps,
  code: CliCode,
  userAgent: string,
): Promise<SignInResponse_Session | undefined> {
  const { db, limits, prisma, clock } = deps;
  const { id, personId, sessionHash } = code;
  const { hits } = await rateWindowHit(limits, sha256(`cli-code\n${id}`), clock.now(), ONCE);
  if (hits > ONCE.limit) return undefined;
  const passwordHash = await personFindPasswordHash(prisma, personId);
  if (passwordHash === undefined || !isPasswordOf(code, passwordHash)) return undefined;
  return db.transaction(async (tx) => {
    // Ending all sessions locks the person as well: it deletes the session of the code before this, or the new one after it.
    if (!(await personLockWithPassword(tx, personId, passwordHash))) return undefined;
    const origin = await sessionFind(tx, Buffer.from(sessionHash, 'base64url'), new Date(clock.now()));
    if (origin?.personId !== personId) return undefined;
    return startSession(deps, tx, { personId, passwordHash }, userAgent, true);
  });
}
