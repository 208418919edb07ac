import type { SignInRequest, SignInResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { AuthDeps } from '../deps.ts';
import { isPlausibleEmail, normalizeEmail } from '../domain/email.ts';
import { hashPassword, passwordMatches } from '../domain/password.ts';
import { PasswordGate } from '../sessions/password-gate.ts';
import { findPersonByEmail } from '../store/person-find-by-email.ts';
import { clearRateWindow } from '../store/rate-window-clear.ts';
import { hitRateWindow } from '../store/rate-window-hit.ts';
import { createSession } from '../store/session-create.ts';

const MAX_PASSWORD = 1024;
const AT_ONCE = 2;
const WAITING = 100;
const WRONG: SignInResponse = { result: { $case: 'wrongCredentials', value: true } };

// An unknown e-mail takes as long as a wrong password.
const nobody = hashPassword(randomToken());

/** Signs a person in; attempts are counted per e-mail and address, before the password is looked at. */
export function signIn(deps: AuthDeps): Handler<SignInRequest, SignInResponse> {
  const gate = new PasswordGate(AT_ONCE, WAITING);
  return async (_ctx, { email: given, password, ip }) => {
    const { database, prisma, clock, rules } = deps;
    const email = normalizeEmail(given);
    if (!isPlausibleEmail(email) || password.length > MAX_PASSWORD) return WRONG;
    const attempts = sha256(`sign-in\n${email}\n${ip}`);
    const window = await hitRateWindow(database, attempts, clock.now(), rules.signIns);
    if (window.hits > rules.signIns.limit) {
      const waitMs = window.expires_at.getTime() - clock.now();
      return { result: { $case: 'retryAfterS', value: Math.max(1, Math.ceil(waitMs / 1000)) } };
    }
    const person = await findPersonByEmail(prisma, email);
    const hash = person?.passwordHash ?? (await nobody);
    const right = await gate.run(() => passwordMatches(password, hash));
    if (!person || !right) return WRONG;
    await clearRateWindow(database, attempts);
    return { result: { $case: 'session', value: await beginSession(deps, person.id) } };
  };
}

async function beginSession(deps: AuthDeps, personId: string) {
  const nowMs = deps.clock.now();
  const token = randomToken();
  const expiresAtMs = nowMs + deps.rules.sessionMs;
  await createSession(deps.database, {
    tokenHash: sha256(token),
    personId,
    createdAt: new Date(nowMs),
    expiresAt: new Date(expiresAtMs),
    idleExpiresAt: new Date(nowMs + deps.rules.sessionIdleMs),
  });
  return { token, expiresAtMs };
}
