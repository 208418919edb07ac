import type { SignInResponse_Session } from '@commerce/proto/commerce/auth/v1/people.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Deps } from '../deps.ts';
import { CLI_SESSION_MS } from '../domain/lifetimes.ts';
import { sessionInsert } from '../store/session.ts';

const MAX_USER_AGENT = 400;

/**
 * Opens a session of a person who has proved their identity.
 * @param cli for the command line instead of a browser
 */
export async function startSession(
  { prisma, clock, rules }: Deps,
  personId: string,
  userAgent: string,
  cli = false,
): Promise<SignInResponse_Session> {
  const nowMs = clock.now();
  const token = randomToken();
  const expiresAtMs = nowMs + (cli ? CLI_SESSION_MS : rules.sessionMs);
  await sessionInsert(prisma, {
    tokenHash: sha256(token),
    personId,
    createdAt: new Date(nowMs),
    expiresAt: new Date(expiresAtMs),
    idleExpiresAt: new Date(nowMs + (cli ? CLI_SESSION_MS : rules.sessionIdleMs)),
    userAgent: printable(userAgent).slice(0, MAX_USER_AGENT),
    cli,
  });
  return { token, expiresAtMs };
}

const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
