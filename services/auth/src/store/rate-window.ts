import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { WindowRule } from '../domain/rules.ts';
import { recordFind } from './records.ts';

/** A fixed window of hits. */
export interface RateWindow {
  /** Hits so far; stops counting one above the limit. */
  hits: number;
  expiresAt: Date;
}

const HIT = statement(
  'rate-window-upsert-hit',
  `insert into rate_window as w (key, hits, expires_at) values ($1, 1, $3)
    on conflict (key) do update set
      hits = case when w.expires_at <= $2 then 1 else least(w.hits + 1, $4::int + 1) end,
      expires_at = case when w.expires_at <= $2 then excluded.expires_at else w.expires_at end
    returning hits, expires_at`,
);
const EXTEND = statement(
  'rate-window-upsert-extended',
  `insert into rate_window as w (key, hits, expires_at) values ($1, 1, $2)
    on conflict (key) do update set expires_at = greatest(w.expires_at, excluded.expires_at)`,
);
const FIND = statement(
  'rate-window-find',
  'select hits, expires_at from rate_window where key = $1 and expires_at > $2',
);
const RETURN_HITS = statement(
  'rate-window-update-returned',
  `update rate_window as w set hits = greatest(w.hits - 1, 0)
    from (select key from rate_window where key = any($1) order by key for update) as given
    where w.key = given.key`,
);
const DELETE = statement('rate-window-delete', 'delete from rate_window where key = $1');

/**
 * Counts a hit in the key's window, which starts at its first hit. The statement is atomic: the count holds over all replicas.
 * @returns the window, this hit included
 */
export async function rateWindowHit(
  limits: Queryable,
  key: Buffer,
  nowMs: number,
  rule: WindowRule,
): Promise<RateWindow> {
  const until = new Date(nowMs + rule.windowMs);
  return (await recordFind<RateWindow>(limits, HIT, [key, new Date(nowMs), until, rule.limit]))!;
}

/** Keeps the window of the key open at least until then. */
export async function rateWindowExtend(limits: Queryable, key: Buffer, untilMs: number): Promise<void> {
  await limits.rows(EXTEND, [key, new Date(untilMs)]);
}

/** The open window of the key, if there is one. */
export function rateWindowFind(
  limits: Queryable,
  key: Buffer,
  nowMs: number,
): Promise<RateWindow | undefined> {
  return recordFind<RateWindow>(limits, FIND, [key, new Date(nowMs)]);
}

/** Returns a hit of each key, which was not one that the window limits. */
export async function rateWindowReturnHits(limits: Queryable, keys: Buffer[]): Promise<void> {
  await limits.rows(RETURN_HITS, [keys]);
}

/** Forgets the hits of a key. */
export async function rateWindowDelete(limits: Queryable, key: Buffer): Promise<void> {
  await limits.rows(DELETE, [key]);
}
