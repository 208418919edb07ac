/**
 * Position of a keyset page between a service and its callers: the sort key of the last row of the page before.
 * Not authenticated: the gateway seals it before it leaves the platform.
 */
export type Position = (string | number)[];

/** The position as bytes; empty for "no further page". */
export function encodePosition(position: Position | undefined): Buffer {
  return position === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(position));
}

/** The position of a page token; undefined for the first page. */
export function decodePosition(token: Uint8Array): Position | undefined {
  return token.length === 0 ? undefined : (JSON.parse(Buffer.from(token).toString()) as Position);
}

/** Cuts the extra row that tells whether a further page exists, and makes the position after the last one kept. */
export function cutPage<R>(
  rows: R[],
  limit: number,
  key: (row: R) => Position,
): { rows: R[]; next: Position | undefined } {
  if (rows.length <= limit) return { rows, next: undefined };
  const kept = rows.slice(0, limit);
  return { rows: kept, next: key(kept[limit - 1]!) };
}
