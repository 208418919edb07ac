import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Deps } from '../deps.ts';
import { CLI_SESSION_MS } from '../domain/lifetimes.ts';
import { sessionFind, sessionTouch, type SessionRecord } from '../store/session.ts';

const TOUCH_MS = 60_000;

/** The session of a token, if it is in force. Its use postpones its end (written at most once a minute). */
export async function resumeSession(deps: Deps, token: string): Promise<SessionRecord | undefined> {
  if (token === '') return undefined;
  const { db, clock, rules } = deps;
  const nowMs = clock.now();
  const hash = sha256(token);
  const session = await sessionFind(db, hash, new Date(nowMs));
  const idleMs = session?.cli ? CLI_SESSION_MS : rules.sessionIdleMs;
  if (session && nowMs + idleMs - session.idleExpiresAt.getTime() >= TOUCH_MS) {
    await sessionTouch(db, hash, nowMs, idleMs);
  }
  return session;
}
