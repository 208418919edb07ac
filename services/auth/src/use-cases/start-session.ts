import type { SignInResponse_Session } from '@commerce/proto/commerce/auth/v1/people.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Deps } from '../deps.ts';
import { sessionInsert } from '../store/session.ts';

const MAX_USER_AGENT = 400;

/** Opens a session of a person who has proved their identity. */
export async function startSession(
  { prisma, clock, rules }: Deps,
  personId: string,
  userAgent: string,
): Promise<SignInResponse_Session> {
  const nowMs = clock.now();
  const token = randomToken();
  const expiresAtMs = nowMs + rules.sessionMs;
  await sessionInsert(prisma, {
    tokenHash: sha256(token),
    personId,
    createdAt: new Date(nowMs),
    expiresAt: new Date(expiresAtMs),
    idleExpiresAt: new Date(nowMs + rules.sessionIdleMs),
    userAgent: printable(userAgent).slice(0, MAX_USER_AGENT),
  });
  return { token, expiresAtMs };
}

const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');
