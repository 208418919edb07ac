import { createHash } from 'node:crypto';
import { conflict, type Fault } from './fault.ts';

/** Version of a resource that is stamped by every change. */
export const stampVersion = (updatedAtMs: number): string => new Date(updatedAtMs).toISOString();

/** Version of a resource without a stamp: a digest of its content, so equal content has equal versions. */
export const contentVersion = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);

/**
 * Refuses a change based on an older version, which would overwrite changes that its author has not seen. Call
 * it in the transaction of the write, with the row locked.
 * @param expected undefined when the last write wins
 * @throws Fault conflict `changed_since_read`
 */
export function requireVersion(expected: string | undefined, current: string): void {
  if (expected !== undefined && expected !== current) throw changedSinceRead();
}

/** Conflict: the resource has changed since the caller read it. */
export const changedSinceRead = (): Fault =>
  conflict('changed_since_read', 'It was changed since it was read: read it again before saving.');
