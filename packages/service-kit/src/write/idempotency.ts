import { createHash } from 'node:crypto';
import type { Idempotency } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Queryable } from '../db/database.ts';
import { storeStatement } from '../db/statement.ts';
import { conflict, Fault, type FaultCode, type FaultDetail } from '../fault.ts';
import { StoredAnswer } from './stored-answer.ts';

/** Owner of a key; keys of different actors are independent. */
export interface KeyOwner {
  storeId: string;
  actorId: string;
}

/** Retention of a record (contract, section 4), in ms. */
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

/** Locks a key and reads its record. */
// One statement locks and reads, so a commit between its snapshot and its lock is not visible; the record's
// unique key detects it.
export const LOOK_UP = storeStatement(
  'idempotency_record-look_up',
  `select pg_try_advisory_xact_lock($4) as locked, r.fingerprint, r.response, r.fault, r.presentation
   from (values (1)) as always
   left join idempotency_record r on store_id = $1 and actor_id = $2 and key = $3 and expires_at > $5`,
);

/**
 * Locks the key for this transaction (outside of one, only for this statement) and looks up its recorded response.
 * @returns the recorded response; undefined when there is none and the effect must run
 * @throws Fault `idempotency_in_progress` when another transaction has locked the key, `idempotency_conflict`
 *   when it was used for
 *   another request, or the recorded fault
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
  return earlierAnswer(found!, fingerprint);
}

const LOOK_UP_MANY = storeStatement(
  'idempotency_record-look_up-many',
  `select pg_try_advisory_xact_lock(k.lock) as locked, r.fingerprint, r.response, r.fault, r.presentation
   from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality as k (actor_id, key, lock, position)
   left join idempotency_record r
     on r.store_id = $1 and r.actor_id = k.actor_id and r.key = k.key and r.expires_at > $5
   order by k.position`,
);

/** A key of an actor, with the request that it is for. */
export interface OwnedKey extends Idempotency {
  actorId: string;
}

/**
 * Locks distinct keys of a store and looks up their recorded responses, in one statement.
 * @returns for each key what `claimKey` returns or throws, in order
 */
export async function claimKeys(
  tx: Queryable,
  storeId: string,
  keys: readonly OwnedKey[],
  nowMs: number,
): Promise<({ earlier: StoredAnswer | undefined } | { fault: Fault })[]> {
  const found = await tx.rows<LookUpRow>(LOOK_UP_MANY, [
    storeId,
    keys.map(({ actorId }) => actorId),
    keys.map(({ key }) => key),
    keys.map(({ actorId, key }) => lockOf({ storeId, actorId }, key)),
    new Date(nowMs),
  ]);
  return found.map((row, index) => {
    try {
      return { earlier: earlierAnswer(row, keys[index]!.fingerprint) };
    } catch (fault) {
      return { fault: fault as Fault };
    }
  });
}

/** @returns the recorded response; undefined when the effect must run @throws as `claimKey` does */
function earlierAnswer(found: LookUpRow, fingerprint: Uint8Array): StoredAnswer | undefined {
  if (found.fingerprint === null) {
    if (!found.locked) throw inProgress();
    return undefined;
  }
  if (!found.fingerprint.equals(fingerprint)) throw keyConflict();
  const presentation = found.presentation!;
  if (found.response) return new StoredAnswer(found.response, presentation);
  const { code, message, details } = found.fault!;
  throw new Fault(code, message, { details, replayOf: presentation });
}

/** Refusal while a request with the same key is running. */
export const inProgress = (): Fault =>
  conflict('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.');

/** Refusal of a key that was used for another request. */
export const keyConflict = (): Fault => {
  const message = 'This Idempotency-Key was used for another request: another method, path or body.';
  return new Fault('idempotency_conflict', message, {
    details: [{ reason: 'idempotency_conflict', message }],
  });
};

/**
 * Advisory lock id of a key. A hash collision only makes one request wait, because records are looked up by the
 * full key.
 */
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

/** Reports whether a refusal is recorded with its key: permanent ones are, transient ones are not. */
export function isStored({ code, replayOf, details }: Fault): boolean {
  if (replayOf !== undefined || code === 'idempotency_conflict') return false;
  if (details[0]?.reason === 'idempotency_in_progress') return false;
  return STORED_CODES.includes(code);
}
