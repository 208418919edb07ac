import { createHash } from 'node:crypto';
import { conflict, type Fault } from './fault.ts';

/** Version of something that every change stamps. */
export const stampVersion = (updatedAtMs: number): string => new Date(updatedAtMs).toISOString();

/** Version of something without a stamp: a digest of its content. The same content always has the same version. */
export const contentVersion = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);

/**
 * Refuses a change made from an older version than the current one, which would overwrite what its author has not seen. Call it with the
 * row locked, in the transaction of the write.
 * @param expected undefined when the caller does not care: the last write wins
 * @throws Fault conflict `changed_since_read`
 */
export function requireVersion(expected: string | undefined, current: string): void {
  if (expected !== undefined && expected !== current) throw changedSinceRead();
}

/** Somebody else has changed it since the caller read it. */
export const changedSinceRead = (): Fault =>
  conflict('changed_since_read', 'It was changed since it was read: read it again before saving.');
