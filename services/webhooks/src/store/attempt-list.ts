import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { dayOf } from '../domain/day.ts';

/** An attempt as it was logged. */
export interface AttemptRow {
  number: number;
  started_at: Date;
  duration_ms: number;
  url: string;
  status: number | null;
  error: string | null;
  response: Buffer;
  signed_at: number | null;
  signature: string | null;
  webhook_signature: string | null;
  body: Buffer | null;
}

/** The last attempts of a delivery; the day of its making keeps the older partitions out of it. */
export const ATTEMPT_LIST: Statement = {
  name: 'attempt-list',
  text: `select number, started_at, duration_ms, url, status, error, response, signed_at, signature, webhook_signature, body
    from attempt where delivery_id = $1 and day >= $2::date order by started_at desc limit $3`,
};

const FIND: Statement = {
  name: 'attempt-find',
  text: `select number, started_at, duration_ms, url, status, error, response, signed_at, signature, webhook_signature, body
    from attempt where delivery_id = $1 and started_at = $2 and day = $3::date`,
};

/** The attempt of a delivery that started then; undefined when there is none. */
export async function attemptFind(
  db: Queryable,
  deliveryId: string,
  startedAtMs: number,
): Promise<AttemptRow | undefined> {
  return (await db.rows<AttemptRow>(FIND, [deliveryId, new Date(startedAtMs), dayOf(startedAtMs)]))[0];
}

/** The last attempts of a delivery, oldest first. @param sinceDay the day on which it was made */
export async function attemptList(
  db: Queryable,
  deliveryId: string,
  sinceDay: string,
  limit: number,
): Promise<AttemptRow[]> {
  return (await db.rows<AttemptRow>(ATTEMPT_LIST, [deliveryId, sinceDay, limit])).toReversed();
}
