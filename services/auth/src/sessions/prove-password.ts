import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { AuthDeps } from '../deps.ts';
import { isPlausibleEmail, normalizeEmail } from '../domain/email.ts';
import { findPersonByEmail } from '../store/person-find-by-email.ts';
import { clearRateWindow } from '../store/rate-window-clear.ts';
import { hitRateWindow } from '../store/rate-window-hit.ts';
import { secondsUntil } from './seconds-until.ts';

const MAX_PASSWORD = 1024;
const WRONG = { $case: 'wrongCredentials', value: true } as const;

/** Why somebody has not proved who they are: an unknown e-mail or a wrong password, told alike, or too many attempts. */
export type NotProved = typeof WRONG | { $case: 'retryAfterS'; value: number };

/** Checks an e-mail and a password; attempts are counted per e-mail and address, before the password is looked at. */
export async function provePassword(
  deps: AuthDeps,
  given: { email: string; password: string; ip: string },
): Promise<{ personId: string } | NotProved> {
  const { database, prisma, clock, rules, passwords } = deps;
  const email = normalizeEmail(given.email);
  if (!isPlausibleEmail(email) || given.password.length > MAX_PASSWORD) return WRONG;
  const attempts = sha256(`sign-in\n${email}\n${given.ip}`);
  const window = await hitRateWindow(database, attempts, clock.now(), rules.signIns);
  if (window.hits > rules.signIns.limit)
    return { $case: 'retryAfterS', value: secondsUntil(window.expires_at, clock.now()) };
  const person = await findPersonByEmail(prisma, email);
  const right = await passwords.matches(given.password, person?.passwordHash);
  if (!person || !right) return WRONG;
  await clearRateWindow(database, attempts);
  return { personId: person.id };
}
