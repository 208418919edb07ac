import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** A window after a hit. */
export interface RateWindow {
  /** Hits so far, this one included; stops counting one above the limit. */
  hits: number;
  expires_at: Date;
}

const STATEMENT = {
  name: 'rate-window-hit',
  text: `insert into rate_window as w (key, hits, expires_at) values ($1, 1, $3)
    on conflict (key) do update set
      hits = case when w.expires_at <= $2 then 1 else least(w.hits + 1, $4::int + 1) end,
      expires_at = case when w.expires_at <= $2 then excluded.expires_at else w.expires_at end
    returning hits, expires_at`,
};

/** Counts a hit in the key's window, which begins at its first hit. The statement is atomic: it decides over all replicas. */
export async function hitRateWindow(
  db: Queryable,
  key: Buffer,
  nowMs: number,
  rule: { windowMs: number; limit: number },
): Promise<RateWindow> {
  const until = new Date(nowMs + rule.windowMs);
  const [row] = await db.rows<RateWindow>(STATEMENT, [key, new Date(nowMs), until, rule.limit]);
  return row!;
}
