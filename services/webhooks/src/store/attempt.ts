import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';
import type { LoggedAttempt } from '../domain/attempt-message.ts';
import type { SignedBody } from '../domain/attempt-request.ts';
import { dayOf } from '../domain/day.ts';

/** An attempt to be logged. */
export interface NewAttempt {
  day: string;
  deliveryId: string;
  appId: string;
  storeId: string;
  number: number;
  startedAtMs: number;
  durationMs: number;
  url: string;
  status: number | undefined;
  error: string | undefined;
  response: Buffer;
  signed: SignedBody;
}

const NEW_COLUMNS = `day, delivery_id, app_id, store_id, number, started_at, duration_ms, url, status, error, response, signed_at,
  signature, webhook_signature, body`;

/** Text that inserts the attempt of `attemptValues`, for statements that write more than the attempt. */
export const INSERT_ATTEMPT = `insert into attempt (${NEW_COLUMNS})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict do nothing`;

const INSERT: Statement = { name: 'attempt-insert', text: INSERT_ATTEMPT };

/** An attempt as the parameters `$1` to `$15`. */
export const attemptValues = (attempt: NewAttempt): unknown[] => [
  attempt.day,
  attempt.deliveryId,
  attempt.appId,
  attempt.storeId,
  attempt.number,
  new Date(attempt.startedAtMs),
  attempt.durationMs,
  attempt.url,
  attempt.status ?? null,
  attempt.error ?? null,
  attempt.response,
  attempt.signed.timestamp,
  attempt.signed.signature,
  attempt.signed.webhookSignature,
  attempt.signed.body,
];

/** Inserts an attempt into the log. */
export async function attemptInsert(tx: Queryable, attempt: NewAttempt): Promise<void> {
  await tx.rows(INSERT, attemptValues(attempt));
}

interface AttemptRow {
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

const COLUMNS = `number, started_at, duration_ms, url, status, error, response, signed_at, signature, webhook_signature, body`;

const fromRow = (row: AttemptRow): LoggedAttempt => ({
  number: row.number,
  startedAtMs: row.started_at.getTime(),
  durationMs: row.duration_ms,
  url: row.url,
  status: row.status ?? undefined,
  error: row.error ?? undefined,
  response: row.response,
  signedAtS: row.signed_at ?? undefined,
  signature: row.signature ?? undefined,
  webhookSignature: row.webhook_signature ?? undefined,
  body: row.body ?? undefined,
});

const FIND: Statement = {
  name: 'attempt-find',
  text: `select ${COLUMNS} from attempt where delivery_id = $1 and started_at = $2 and day = $3::date`,
};

/** The attempt of a delivery that started at a time. */
export async function attemptFind(
  db: Queryable,
  deliveryId: string,
  startedAtMs: number,
): Promise<LoggedAttempt | undefined> {
  const values = [deliveryId, new Date(startedAtMs), dayOf(startedAtMs)];
  const [row] = await db.rows<AttemptRow>(FIND, values);
  return row && fromRow(row);
}

/** The last attempts of a delivery; the day of its creation excludes older partitions. */
export const ATTEMPT_LIST: Statement = {
  name: 'attempt-list',
  text: `select ${COLUMNS} from attempt where delivery_id = $1 and day >= $2::date order by started_at desc limit $3`,
};

/** The last attempts of a delivery, oldest first. @param sinceDay the day on which the delivery was created */
export async function attemptList(
  db: Queryable,
  deliveryId: string,
  sinceDay: string,
  limit: number,
): Promise<LoggedAttempt[]> {
  const rows = await db.rows<AttemptRow>(ATTEMPT_LIST, [deliveryId, sinceDay, limit]);
  return rows.toReversed().map(fromRow);
}

/** Attempts that one statement searches, each with a body of at most 256 KB. */
export const ERASE_BATCH = 100;

/** Removes bodies and responses from the attempts of the next batch that name one of the ids. */
export const ATTEMPT_ERASE: Statement = storeStatement(
  'attempt-erase',
  `with searched as materialized (
     select delivery_id, started_at, exists (
       select from unnest($5::text[]) as subject (id) where position(convert_to(subject.id, 'UTF8') in body) > 0) as matches
     from attempt
     where store_id = $1 and day = $2::date and started_at >= $3 and started_at < $4
     order by started_at fetch first ${ERASE_BATCH} rows with ties
   ), erased as (
     update attempt a set body = null, response = '' from searched s
     where s.matches and a.day = $2::date and a.delivery_id = s.delivery_id and a.started_at = s.started_at
   )
   select count(*)::int as searched, max(started_at) as last from searched`,
);

/** Attempts of a store within a day. */
export interface AttemptRange {
  storeId: string;
  fromMs: number;
  /** At most the end of the day of `fromMs`. */
  toMs: number;
}

/**
 * Searches the first attempts that started in [from, to) and erases those that name one of the ids.
 * @returns the time in ms before which all attempts are searched
 */
export async function attemptErase(
  tx: Queryable,
  { storeId, fromMs, toMs }: AttemptRange,
  subjectIds: string[],
): Promise<number> {
  const values = [storeId, dayOf(fromMs), new Date(fromMs), new Date(toMs), subjectIds];
  const [row] = await tx.rows<{ searched: number; last: Date | null }>(ATTEMPT_ERASE, values);
  const { searched, last } = row!;
  // Attempts of the same millisecond are in one batch (`with ties`).
  return last === null || searched < ERASE_BATCH ? toMs : last.getTime() + 1;
}
