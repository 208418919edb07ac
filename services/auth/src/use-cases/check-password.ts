import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Deps } from '../deps.ts';
import { isPlausibleEmail, normalizeEmail } from '../domain/email.ts';
import type { WindowRule } from '../domain/rules.ts';
import { secondsUntil } from '../domain/seconds-until.ts';
import { personFindByEmail } from '../store/person.ts';
import {
  rateWindowDelete,
  rateWindowExtend,
  rateWindowFind,
  rateWindowHit,
  rateWindowReturnHits,
} from '../store/rate-window.ts';

const MAX_PASSWORD = 1024;
/** Refusal for an unknown email or a wrong password, which are indistinguishable. */
export const WRONG_CREDENTIALS = { $case: 'wrongCredentials', value: true } as const;

/** Reason for a refused sign-in: wrong credentials, or too many attempts. */
export type SignInRefusal = typeof WRONG_CREDENTIALS | { $case: 'retryAfterS'; value: number };

/** A person who has proved to know their password. */
export interface VerifiedPerson {
  personId: string;
  /** Hash that the password matched. */
  passwordHash: string;
}

/** Time for which an address stays familiar after its last sign-in: attempts from other addresses do not slow it down. */
const FAMILIAR_MS = 30 * 86_400_000;

/** Keys of the windows that count attempts. */
interface Counters {
  /** This email from this address. */
  pair: Buffer;
  /** Any email from this address. */
  address: Buffer;
  /** This email from any address. */
  account: Buffer;
  /** Exists when this email has signed in from this address recently. */
  familiar: Buffer;
}

const countersOf = (email: string, ip: string): Counters => ({
  pair: sha256(`sign-in\n${email}\n${ip}`),
  address: sha256(`sign-in address\n${ip}`),
  account: sha256(`sign-in account\n${email}`),
  familiar: sha256(`sign-in familiar\n${email}\n${ip}`),
});

/** Checks an email and a password. Attempts are counted before the password is checked, and failed ones stay counted. */
export async function checkPassword(
  deps: Deps,
  given: { email: string; password: string; ip: string },
): Promise<VerifiedPerson | SignInRefusal> {
  const { limits, prisma, clock, passwords } = deps;
  const email = normalizeEmail(given.email);
  if (!isPlausibleEmail(email) || given.password.length > MAX_PASSWORD) return WRONG_CREDENTIALS;
  const counters = countersOf(email, given.ip);
  const retryAfterS = await countAttempt(deps, counters);
  if (retryAfterS > 0) return { $case: 'retryAfterS', value: retryAfterS };
  const person = await personFindByEmail(prisma, email);
  const matches = await passwords.matches(given.password, person?.passwordHash);
  if (!person || !matches) return WRONG_CREDENTIALS;
  await rateWindowDelete(limits, counters.pair);
  await rateWindowReturnHits(limits, [counters.address, counters.account]);
  await rateWindowExtend(limits, counters.familiar, clock.now() + FAMILIAR_MS);
  return { personId: person.id, passwordHash: person.passwordHash };
}

/**
 * Counts an attempt, the narrowest window first. An attempt that one window refuses is no hit of the next, so that one address
 * cannot use up an account's window by repeating.
 * @returns whole seconds until the next attempt is accepted; 0 when this one is
 */
async function countAttempt({ limits, clock, rules }: Deps, counters: Counters): Promise<number> {
  const nowMs = clock.now();
  const hit = async (key: Buffer, rule: WindowRule): Promise<number> => {
    const window = await rateWindowHit(limits, key, nowMs, rule);
    return window.hits > rule.limit ? secondsUntil(window.expiresAt, nowMs) : 0;
  };
  const ofPair = await hit(counters.pair, rules.signIns);
  if (ofPair > 0) return ofPair;
  const ofAddress = await hit(counters.address, rules.signInsOfAddress);
  if (ofAddress > 0) return ofAddress;
  const ofAccount = await hit(counters.account, rules.signInsOfAccount);
  if (ofAccount === 0) return 0;
  const familiar = await rateWindowFind(limits, counters.familiar, nowMs);
  return familiar === undefined ? ofAccount : 0;
}
