import { EncodedPage, MISSING } from '../grpc/encoded-page.ts';
import { cutPage, encodePosition, type Position } from '../page-token.ts';

/** A stored resource as read by lists: its encoded message and the number of that encoding. */
export type EncodedRow = [message: Buffer, encoding: number];

/** A row of a batch get, with the 1-based index of its key in the request. */
export type IndexedRow = [message: Buffer, encoding: number, index: number];

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
  return new EncodedPage(await whole(messages), encodePosition(page.next));
}

/** Response of a batch get: messages in the order of the keys, an empty one for each key that was not found. */
export async function answerBatch(
  keys: { storeId: string }[],
  rows: IndexedRow[],
  encoding: Encoding,
): Promise<EncodedPage> {
  const messages: (Uint8Array | Promise<Uint8Array>)[] = keys.map(() => MISSING);
  for (const [message, number, index] of rows) {
    const { storeId } = keys[index - 1]!;
    messages[index - 1] = messageOf(storeId, [message, number], encoding);
  }
  return new EncodedPage(await whole(messages));
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
