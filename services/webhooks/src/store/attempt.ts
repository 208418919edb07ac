import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, type Statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { LoggedAttempt } from '../domain/attempt-message.ts';
import type { SignedBody } from '@commerce/public-api/events/request.ts';
import { dayOf } from '@commerce/service-kit/days.ts';
import type { Attempt } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

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
  /** End of the lease: recorded later, the attempt is logged without body and response. */
  leasedUntilMs: number;
}

const NEW_COLUMNS = `day, delivery_id, app_id, store_id, number, started_at, duration_ms, url, status, error, signed_at,
  signature, webhook_signature`;

/** The attempts of `attemptColumns`, for statements that write more than the attempts. */
export const NEW_ATTEMPTS = `select * from unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::int[],
    $6::timestamptz[], $7::int[], $8::text[], $9::int[], $10::text[], $11::bigint[], $12::text[], $13::text[],
    $14::bytea[], $15::bytea[], $16::timestamptz[]) as a (${NEW_COLUMNS}, response, body, leased_until)`;

/**
 * Text that inserts attempts into the log. An erasure waits for the attempts under a lease, so one that is recorded later
 * may name a person whose attempts have been erased already.
 * @param attempts a table with the columns of `NEW_ATTEMPTS`
 */
export const insertAttempts = (attempts: string): string =>
  `insert into attempt (${NEW_COLUMNS}, response, body)
   select ${NEW_COLUMNS}, case when leased_until > clock_timestamp() then response else '' end,
     case when leased_until > clock_timestamp() then body end
   from ${attempts} on conflict do nothing`;

const INSERT_MANY = statement(
  'attempt-insert-many',
  `with finished as (${NEW_ATTEMPTS}) ${insertAttempts('finished')}`,
);

/** Attempts as the parameters `$1` to `$16`. */
export const attemptColumns = (attempts: readonly NewAttempt[]): unknown[] => [
  attempts.map(({ day }) => day),
  attempts.map(({ deliveryId }) => deliveryId),
  attempts.map(({ appId }) => appId),
  attempts.map(({ storeId }) => storeId),
  attempts.map(({ number }) => number),
  attempts.map(({ startedAtMs }) => new Date(startedAtMs)),
  attempts.map(({ durationMs }) => durationMs),
  attempts.map(({ url }) => url),
  attempts.map(({ status }) => status ?? null),
  attempts.map(({ error }) => error ?? null),
  attempts.map(({ signed }) => signed.timestamp),
  attempts.map(({ signed }) => signed.signature),
  attempts.map(({ signed }) => signed.webhookSignature),
  attempts.map(({ response }) => response),
  attempts.map(({ signed }) => signed.body),
  attempts.map(({ leasedUntilMs }) => new Date(leasedUntilMs)),
];

/** Inserts an attempt into the log. */
export async function attemptInsert(tx: Queryable, attempt: NewAttempt): Promise<void> {
  await tx.rows(INSERT_MANY, attemptColumns([attempt]));
}

const fromRow = (row: Attempt): LoggedAttempt => ({
  number: row.number,
  startedAtMs: row.startedAt.getTime(),
  durationMs: row.durationMs,
  url: row.url,
  status: row.status ?? undefined,
  error: row.error ?? undefined,
  response: Buffer.from(row.response),
  signedAtS: row.signedAt === null ? undefined : Number(row.signedAt),
  signature: row.signature ?? undefined,
  webhookSignature: row.webhookSignature ?? undefined,
  body: row.body === null ? undefined : Buffer.from(row.body),
});

/** The attempt of a delivery that started at a time. */
export async function attemptFind(
  prisma: Prisma,
  deliveryId: string,
  startedAtMs: number,
): Promise<LoggedAttempt | undefined> {
  const row = await prisma.acrossStores.attempt.findFirst({
    where: { deliveryId, startedAt: new Date(startedAtMs), day: new Date(dayOf(startedAtMs)) },
  });
  return row ? fromRow(row) : undefined;
}

/**
 * The last attempts of a delivery, oldest first.
 * @param sinceDay the day on which the delivery was created, which excludes older partitions
 */
export async function attemptList(
  prisma: Prisma,
  deliveryId: string,
  sinceDay: string,
  limit: number,
): Promise<LoggedAttempt[]> {
  const rows = await prisma.acrossStores.attempt.findMany({
    where: { deliveryId, day: { gte: new Date(sinceDay) } },
    orderBy: { startedAt: 'desc' },
    take: limit,
  });
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
     where s.matches and a.store_id = $1 and a.day = $2::date and a.delivery_id = s.delivery_id and a.started_at = s.started_at
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
