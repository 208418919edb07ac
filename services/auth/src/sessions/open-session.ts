import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Deps } from '../deps.ts';
import { findSession, type SessionRow } from '../store/session-find-in-force.ts';
import { touchSession } from '../store/session-touch.ts';

const TOUCH_MS = 60_000;

/** The session of a token, if it is in force; using it puts off its end (written once a minute at most). */
export async function openSession(deps: Deps, token: string): Promise<SessionRow | undefined> {
  if (token === '') return undefined;
  const { database, clock, rules } = deps;
  const nowMs = clock.now();
  const hash = sha256(token);
  const session = await findSession(database, hash, new Date(nowMs));
  const idleUntilMs = nowMs + rules.sessionIdleMs;
  if (session && idleUntilMs - session.idle_expires_at.getTime() >= TOUCH_MS) {
    await touchSession(database, hash, nowMs, rules.sessionIdleMs);
  }
  return session;
}
