import { ACCESS_TOKEN_MS } from './lifetimes.ts';

/** A signing key with the times that the rotation depends on. */
export interface SigningKeyTimes {
  kid: string;
  state: 'next' | 'active' | 'retired';
  publishedAt: Date;
  activatedAt: Date | null;
}

/** Schedule of the key rotation. */
export interface RotationRules {
  /** Time for which a key signs. */
  activeMs: number;
  /** Time for which a key is published before it signs: every verifier fetches the set more often than that. */
  leadMs: number;
}

/** A replica may still sign with a key that it knew as active; clocks differ. */
const RETIRE_SLACK_MS = 300_000;

/** Steps that the set of keys needs now, in this order. */
export interface RotationPlan {
  promoteNext: boolean;
  createActive: boolean;
  createNext: boolean;
}

/** The time until which a key that retires now must stay published: its last token has expired by then. */
export function retiredUntil(nowMs: number): Date {
  return new Date(nowMs + ACCESS_TOKEN_MS + RETIRE_SLACK_MS);
}

/** True when the next key has been published long enough to sign. */
export function isMature(next: SigningKeyTimes, rules: RotationRules, nowMs: number): boolean {
  return next.publishedAt.getTime() + rules.leadMs <= nowMs;
}

/** The steps that are due: a first key, a rotation of one that has signed for long enough, a next key. */
export function planRotation(
  keys: readonly SigningKeyTimes[],
  rules: RotationRules,
  nowMs: number,
): RotationPlan {
  const active = keys.find((key) => key.state === 'active');
  const next = keys.find((key) => key.state === 'next');
  const due =
    active === undefined || (active.activatedAt ?? active.publishedAt).getTime() + rules.activeMs <= nowMs;
  // Without an active key the next one need not mature: until there is one, no token can be signed.
  const promoteNext = next !== undefined && due && (active === undefined || isMature(next, rules, nowMs));
  return {
    promoteNext,
    createActive: active === undefined && next === undefined,
    createNext: next === undefined || promoteNext,
  };
}
