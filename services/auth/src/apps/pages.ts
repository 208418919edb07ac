import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';

/** Above every id. */
export const ABOVE_ALL = '~';

/** Which page of a list. */
interface PageRequest {
  limit: number;
  pageToken: Uint8Array;
}

/**
 * A page of a list that is ordered by id, the newest first.
 * @param read reads rows below an id, at most so many
 */
export async function pageBelow<R extends { id: string | number }>(
  { limit, pageToken }: PageRequest,
  read: (beforeId: string, limit: number) => Promise<R[]>,
): Promise<{ rows: R[]; nextPageToken: Buffer }> {
  const size = pageSize(limit);
  const before = decodePosition(pageToken)?.[0] ?? ABOVE_ALL;
  return cut(await read(String(before), size + 1), size);
}

/**
 * A page of a list that is ordered by id, the oldest first.
 * @param read reads rows above an id, at most so many
 */
export async function pageAbove<R extends { id: string | number }>(
  { limit, pageToken }: PageRequest,
  read: (afterId: string, limit: number) => Promise<R[]>,
): Promise<{ rows: R[]; nextPageToken: Buffer }> {
  const size = pageSize(limit);
  const after = decodePosition(pageToken)?.[0] ?? '';
  return cut(await read(String(after), size + 1), size);
}

function cut<R extends { id: string | number }>(found: R[], size: number) {
  const { rows, next } = cutPage(found, size, (row) => [row.id]);
  return { rows, nextPageToken: encodePosition(next) };
}
