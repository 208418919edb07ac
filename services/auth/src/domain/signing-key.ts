import { ACCESS_TOKEN_MS } from './lifetimes.ts';

/** A signing key as the rotation sees it. */
export interface SigningKeyTimes {
  kid: string;
  state: 'next' | 'active' | 'retired';
  publishedAt: Date;
  activatedAt: Date | null;
}

/** When keys rotate. */
export interface RotationRules {
  /** How long a key signs. */
  activeMs: number;
  /** How long a key is published before it signs: every verifier fetches the set more often than that. */
  leadMs: number;
}

/** A replica may still sign with a key it knew as active; clocks differ. */
const RETIRE_SLACK_MS = 300_000;

/** What the set of keys needs now, in this order. */
export interface RotationPlan {
  promoteNext: boolean;
  createActive: boolean;
  createNext: boolean;
}

/** Until when a key that retires now must stay published: its last token has expired then. */
export function retiredUntil(nowMs: number): Date {
  return new Date(nowMs + ACCESS_TOKEN_MS + RETIRE_SLACK_MS);
}

/** Whether the next key has been published long enough to sign. */
export function isMature(next: SigningKeyTimes, rules: RotationRules, nowMs: number): boolean {
  return next.publishedAt.getTime() + rules.leadMs <= nowMs;
}

/** What is due: a first key, a rotation of one that has signed for long enough, a next key that waits its turn. */
export function planRotation(
  keys: readonly SigningKeyTimes[],
  rules: RotationRules,
  nowMs: number,
): RotationPlan {
  const active = keys.find((key) => key.state === 'active');
  const next = keys.find((key) => key.state === 'next');
  const due =
    active === undefined || (active.activatedAt ?? active.publishedAt).getTime() + rules.activeMs <= nowMs;
  // Without an active key there is nothing to wait for: nobody can sign until there is one.
  const promoteNext = next !== undefined && due && (active === undefined || isMature(next, rules, nowMs));
  return {
    promoteNext,
    createActive: active === undefined && next === undefined,
    createNext: next === undefined || promoteNext,
  };
}
