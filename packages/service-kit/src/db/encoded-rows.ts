import type { ResourceKey } from '@commerce/proto/commerce/common/v1/resource.ts';
import { EncodedPage, MISSING, unchanged } from '../grpc/encoded-page.ts';
import { cutPage, encodePosition, type Position } from '../page-token.ts';

/** A stored resource as read by lists: its encoded message and the number of that encoding. */
export type EncodedRow = [message: Buffer, encoding: number];

/** A row of a batch get, with the 1-based index of its key in the request; no message if the caller has this version. */
export type IndexedRow = [message: Buffer | null, encoding: number, index: number];

/** Decoding of stored messages, and their upgrade to the current encoding. */
export interface Encoding {
  /** Number of the encoding that this program writes. */
  current: number;
  /** Sort key of a message of any encoding. */
  read: (message: Uint8Array) => { id: string; updatedAtMs: number };
  /** Rebuilds the message of a resource from its columns and stores it; empty when the resource no longer exists. */
  rebuild(storeId: string, id: string): Promise<Uint8Array>;
}

/**
 * A page from up to limit + 1 rows of a store.
 * @param position sort position of a message; (updated_at, id) by default
 */
export async function answerPage(
  storeId: string,
  rows: EncodedRow[],
  limit: number,
  encoding: Encoding,
  position: (message: Uint8Array) => Position = (message) => {
    const { updatedAtMs, id } = encoding.read(message);
    return [updatedAtMs, id];
  },
): Promise<EncodedPage> {
  const page = cutPage(rows, limit, ([message]) => position(message));
  const messages = page.rows.map((row) => messageOf(storeId, row, encoding));
  return new EncodedPage(await whole(messages), encodePosition(page.next), encoding.current);
}

/** A batch get. */
export interface BatchGet {
  keys: ResourceKey[];
  /** Number of the encoding of what the caller has. */
  knownEncoding?: number | undefined;
}

/**
 * Parameters of a batch get: stores, IDs, and the versions that the caller has, by key. A version in another encoding than the current
 * one does not count.
 */
export function batchColumns(
  { keys, knownEncoding }: BatchGet,
  { current }: Encoding,
): [storeIds: string[], ids: string[], known: (Date | null)[]] {
  const isCurrent = knownEncoding === current;
  return [
    keys.map(({ storeId }) => storeId),
    keys.map(({ id }) => id),
    keys.map(({ knownMs }) => (isCurrent && knownMs !== undefined ? new Date(knownMs) : null)),
  ];
}

/**
 * Response of a batch get: messages in the order of the keys, with only the ID for a resource in the version that the caller has, and an
 * empty one for each key that was not found.
 */
export async function answerBatch(
  keys: ResourceKey[],
  rows: IndexedRow[],
  encoding: Encoding,
): Promise<EncodedPage> {
  const messages: (Uint8Array | Promise<Uint8Array>)[] = keys.map(() => MISSING);
  for (const [message, number, index] of rows) {
    const { storeId, id } = keys[index - 1]!;
    messages[index - 1] = message === null ? unchanged(id) : messageOf(storeId, [message, number], encoding);
  }
  return new EncodedPage(await whole(messages), MISSING, encoding.current);
}

function messageOf(
  storeId: string,
  [message, number]: EncodedRow,
  encoding: Encoding,
): Uint8Array | Promise<Uint8Array> {
  return number === encoding.current ? message : encoding.rebuild(storeId, encoding.read(message).id);
}

/** Promises are rare here, and awaiting every item would cost more than the page. */
function whole(messages: (Uint8Array | Promise<Uint8Array>)[]): Uint8Array[] | Promise<Uint8Array[]> {
  if (!messages.some((message) => message instanceof Promise)) return messages as Uint8Array[];
  return Promise.all(messages.map(async (message) => message));
}
