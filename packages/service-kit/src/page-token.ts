import { invalid } from './fault.ts';

/**
 * Position of a keyset page between a service and its callers: the sort key of the last row of the previous page.
 * Not authenticated: the gateway seals it before it leaves the platform.
 */
export type Position = (string | number)[];

/** Maximum rows of a list page (contract, section 8). */
export const MAX_PAGE_SIZE = 100;

/** The position as bytes; empty when there is no further page. */
export function encodePosition(position: Position | undefined): Buffer {
  return position === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(position));
}

/** The position of a page token; undefined for the first page. */
export function decodePosition(token: Uint8Array): Position | undefined {
  return token.length === 0 ? undefined : (JSON.parse(Buffer.from(token).toString()) as Position);
}

/** Start of a list ordered by id: after the last id of the previous page. */
export function startAfterId(token: Uint8Array): string {
  return (decodePosition(token)?.[0] as string | undefined) ?? '';
}

/** Start of a list ordered by (updated_at, id): after the previous page, or at the inclusive lower bound. */
export function startAfterUpdate(
  token: Uint8Array,
  sinceMs: number | undefined,
): [updatedAt: Date, id: string] {
  const [updatedAtMs, id] = (decodePosition(token) ?? [sinceMs ?? 0, '']) as [number, string];
  return [new Date(updatedAtMs), id];
}

/** The requested page size, clamped to the bounds. */
export function pageSize(limit: number): number {
  return Math.min(Math.max(limit, 1), MAX_PAGE_SIZE);
}

/** Maximum number of ids in the filter of a list. */
const MAX_FILTER_IDS = 100;

/** Checks the ids in the filter of a list. @throws Fault `invalid_request` */
export function requireFilterIds(ids: readonly string[]): void {
  if (ids.length > MAX_FILTER_IDS) throw invalid('ids', `Must be at most ${MAX_FILTER_IDS} ids.`);
}

/** Cuts the extra row that shows whether another page exists, and returns the position after the last row kept. */
export function cutPage<R>(
  rows: R[],
  limit: number,
  key: (row: R) => Position,
): { rows: R[]; next: Position | undefined } {
  if (rows.length <= limit) return { rows, next: undefined };
  const kept = rows.slice(0, limit);
  return { rows: kept, next: key(kept[limit - 1]!) };
}
