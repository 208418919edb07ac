import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Deps } from '../deps.ts';
import { isPlausibleEmail, normalizeEmail } from '../domain/email.ts';
import { findPersonByEmail } from '../store/person-find-by-email.ts';
import type { WindowRule } from '../rules.ts';
import { clearRateWindow } from '../store/rate-window-clear.ts';
import { findRateWindow } from '../store/rate-window-find.ts';
import { giveBackRateHit } from '../store/rate-window-give-back.ts';
import { hitRateWindow } from '../store/rate-window-hit.ts';
import { secondsUntil } from './seconds-until.ts';

const MAX_PASSWORD = 1024;
const WRONG = { $case: 'wrongCredentials', value: true } as const;

/** Why somebody has not proved who they are: an unknown e-mail or a wrong password, told alike, or too many attempts. */
export type NotProved = typeof WRONG | { $case: 'retryAfterS'; value: number };

/** An address from which somebody has signed in is theirs for so long: strangers elsewhere do not slow it. */
const FAMILIAR = { limit: 1, windowMs: 30 * 86_400_000 };

/** What attempts are counted by. */
interface Counters {
  /** This e-mail from this address. */
  pair: Buffer;
  /** Any e-mail from this address. */
  address: Buffer;
  /** This e-mail from anywhere. */
  account: Buffer;
  /** There is such a window when this e-mail has signed in from this address lately. */
  familiar: Buffer;
}

const countersOf = (email: string, ip: string): Counters => ({
  pair: sha256(`sign-in\n${email}\n${ip}`),
  address: sha256(`sign-in address\n${ip}`),
  account: sha256(`sign-in account\n${email}`),
  familiar: sha256(`sign-in familiar\n${email}\n${ip}`),
});

/** Checks an e-mail and a password; attempts are counted before the password is looked at, and failed ones stay counted. */
export async function provePassword(
  deps: Deps,
  given: { email: string; password: string; ip: string },
): Promise<{ personId: string } | NotProved> {
  const { limits, prisma, clock, passwords } = deps;
  const email = normalizeEmail(given.email);
  if (!isPlausibleEmail(email) || given.password.length > MAX_PASSWORD) return WRONG;
  const counters = countersOf(email, given.ip);
  const retryAfterS = await countAttempt(deps, counters);
  if (retryAfterS > 0) return { $case: 'retryAfterS', value: retryAfterS };
  const person = await findPersonByEmail(prisma, email);
  const right = await passwords.matches(given.password, person?.passwordHash);
  if (!person || !right) return WRONG;
  await clearRateWindow(limits, counters.pair);
  await giveBackRateHit(limits, [counters.address, counters.account]);
  await hitRateWindow(limits, counters.familiar, clock.now(), FAMILIAR);
  return { personId: person.id };
}

/**
 * Counts an attempt, the narrowest count first: what one refuses is no hit of the next, so that nobody uses up an account's count by
 * going on from one address.
 * @returns whole seconds until the next attempt is taken; 0 when this one is
 */
async function countAttempt({ limits, clock, rules }: Deps, counters: Counters): Promise<number> {
  const nowMs = clock.now();
  const hit = async (key: Buffer, rule: WindowRule): Promise<number> => {
    const window = await hitRateWindow(limits, key, nowMs, rule);
    return window.hits > rule.limit ? secondsUntil(window.expires_at, nowMs) : 0;
  };
  const ofPair = await hit(counters.pair, rules.signIns);
  if (ofPair > 0) return ofPair;
  const ofAddress = await hit(counters.address, rules.signInsOfAddress);
  if (ofAddress > 0) return ofAddress;
  const ofAccount = await hit(counters.account, rules.signInsOfAccount);
  if (ofAccount === 0) return 0;
  const familiar = await findRateWindow(limits, counters.familiar, nowMs);
  return familiar === undefined ? ofAccount : 0;
}
