import type { SignInResponse_Session } from '@commerce/proto/commerce/auth/v1/people.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Deps } from '../deps.ts';
import { CLI_SESSION_MS } from '../domain/lifetimes.ts';
import { sessionInsert } from '../store/session.ts';
import type { VerifiedPerson } from './check-password.ts';

const MAX_USER_AGENT = 400;

/**
 * Opens a session of a person who has proved their identity.
 * @param cli for the command line instead of a browser
 * @returns undefined when the person has another password by now
 */
export async function startSession(
  { clock, rules }: Pick<Deps, 'clock' | 'rules'>,
  db: Queryable,
  { personId, passwordHash }: VerifiedPerson,
  userAgent: string,
  cli = false,
): Promise<SignInResponse_Session | undefined> {
  const nowMs = clock.now();
  const token = randomToken();
  const expiresAtMs = nowMs + (cli ? CLI_SESSION_MS : rules.sessionMs);
  const session = {
    tokenHash: sha256(token),
    personId,
    createdAt: new Date(nowMs),
    expiresAt: new Date(expiresAtMs),
    idleExpiresAt: new Date(nowMs + (cli ? CLI_SESSION_MS : rules.sessionIdleMs)),
    userAgent: printable(userAgent).slice(0, MAX_USER_AGENT),
    cli,
  };
  return (await sessionInsert(db, session, passwordHash)) ? { token, expiresAtMs } : undefined;
}

const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
