import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** An attempt as the log keeps it. */
export interface AttemptRecord {
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
  /** Undefined when nothing was sent, because the endpoint's address is not one to send to. */
  signed: { timestamp: number; signature: string; webhookSignature: string; body: Buffer } | undefined;
}

const COLUMNS = `day, delivery_id, app_id, store_id, number, started_at, duration_ms, url, status, error, response, signed_at,
  signature, webhook_signature, body`;

/** The attempt as the parameters of a statement, from `$1` on. */
export const attemptValues = (attempt: AttemptRecord): unknown[] => [
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
  attempt.signed?.timestamp ?? null,
  attempt.signed?.signature ?? null,
  attempt.signed?.webhookSignature ?? null,
  attempt.signed?.body ?? null,
];

/** Inserts the attempt of `attemptValues`. */
export const INSERT_ATTEMPT = `insert into attempt (${COLUMNS})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict do nothing`;

const STATEMENT: Statement = { name: 'attempt-insert', text: INSERT_ATTEMPT };

/** Writes an attempt into the log. */
export async function attemptInsert(tx: Queryable, attempt: AttemptRecord): Promise<void> {
  await tx.rows(STATEMENT, attemptValues(attempt));
}
