import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';

/** Sorts after every id. */
export const ABOVE_ALL = '~';

interface PageRequest {
  limit: number;
  pageToken: Uint8Array;
}

/**
 * A page of a list that is ordered by id, newest first.
 * @param read reads up to `limit` items below an id
 */
export async function pageBelow<R extends { id: string | number }>(
  { limit, pageToken }: PageRequest,
  read: (beforeId: string, limit: number) => Promise<R[]>,
): Promise<{ items: R[]; nextPageToken: Buffer }> {
  const size = pageSize(limit);
  const before = decodePosition(pageToken)?.[0] ?? ABOVE_ALL;
  return cut(await read(String(before), size + 1), size);
}

/**
 * A page of a list that is ordered by id, oldest first.
 * @param read reads up to `limit` items above an id
 */
export async function pageAbove<R extends { id: string | number }>(
  { limit, pageToken }: PageRequest,
  read: (afterId: string, limit: number) => Promise<R[]>,
): Promise<{ items: R[]; nextPageToken: Buffer }> {
  const size = pageSize(limit);
  const after = decodePosition(pageToken)?.[0] ?? '';
  return cut(await read(String(after), size + 1), size);
}

function cut<R extends { id: string | number }>(found: R[], size: number) {
  const { rows: items, next } = cutPage(found, size, (item) => [item.id]);
  return { items, nextPageToken: encodePosition(next) };
}
