import { createHash } from 'node:crypto';
import type { Idempotency } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Queryable } from '../db/database.ts';
import { storeStatement } from '../db/statement.ts';
import { conflict, Fault, type FaultCode, type FaultDetail } from '../fault.ts';
import { StoredAnswer } from './stored-answer.ts';

/** Whose key it is: keys of different actors have nothing to do with each other. */
export interface KeyOwner {
  storeId: string;
  actorId: string;
}

/** How long a record is kept (contract, section 4), in ms. */
export const RECORD_LIFETIME_MS = 24 * 3600 * 1000;

interface LookUpRow {
  locked: boolean;
  fingerprint: Buffer | null;
  response: Buffer | null;
  fault: StoredFault | null;
  presentation: string | null;
}

interface StoredFault {
  code: FaultCode;
  message: string;
  details: FaultDetail[];
}

/** Takes the lock of a key and looks for its record. */
// The lock is taken by the statement that looks: what is committed between its snapshot and its lock is not seen, which the
// record's unique key finds out at the end.
export const LOOK_UP = storeStatement(
  'idempotency_record-look_up',
  `select pg_try_advisory_xact_lock($4) as locked, r.fingerprint, r.response, r.fault, r.presentation
   from (values (1)) as always
   left join idempotency_record r on store_id = $1 and actor_id = $2 and key = $3 and expires_at > $5`,
);

/**
 * Takes the key for this transaction (outside of one, for no longer than it takes to look) and looks for what it answered before.
 * @returns the earlier answer; undefined when there is none, and the effect is to be run
 * @throws Fault `idempotency_in_progress` when another transaction has the key, `idempotency_conflict` when it was used for
 *   another request, or the fault that was answered before
 */
export async function claimKey(
  tx: Queryable,
  owner: KeyOwner,
  { key, fingerprint }: Idempotency,
  nowMs: number,
): Promise<StoredAnswer | undefined> {
  const { storeId, actorId } = owner;
  const values = [storeId, actorId, key, lockOf(owner, key), new Date(nowMs)];
  const [found] = await tx.rows<LookUpRow>(LOOK_UP, values);
  if (found!.fingerprint === null) {
    if (!found!.locked) throw inProgress();
    return undefined;
  }
  if (!found!.fingerprint.equals(fingerprint)) throw keyConflict();
  const presentation = found!.presentation!;
  if (found!.response) return new StoredAnswer(found!.response, presentation);
  const { code, message, details } = found!.fault!;
  throw new Fault(code, message, { details, replayOf: presentation });
}

/** A request with the same key is running. */
const inProgress = (): Fault =>
  conflict('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.');

/** The key belongs to another request. */
export const keyConflict = (): Fault => {
  const message = 'This Idempotency-Key was used for another request: another method, path or body.';
  return new Fault('idempotency_conflict', message, {
    details: [{ reason: 'idempotency_conflict', message }],
  });
};

/** A collision of two keys can only make one of them wait: the record has the keys themselves. */
function lockOf({ storeId, actorId }: KeyOwner, key: string): string {
  const digest = createHash('sha256').update(`${storeId}\n${actorId}\n${key}`).digest();
  return digest.readBigInt64BE().toString();
}

const STORED_CODES: readonly FaultCode[] = [
  'invalid_request',
  'not_found',
  'conflict',
  'unsupported_media_type',
];

/** Whether a refusal is stored with its key: one that a retry would get again is, one that passes by itself is not. */
export function isStored({ code, replayOf, details }: Fault): boolean {
  if (replayOf !== undefined || code === 'idempotency_conflict') return false;
  if (details[0]?.reason === 'idempotency_in_progress') return false;
  return STORED_CODES.includes(code);
}
