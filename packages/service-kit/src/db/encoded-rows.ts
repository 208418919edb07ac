import { EncodedPage, MISSING } from '../grpc/encoded-page.ts';
import { cutPage, encodePosition } from '../page-token.ts';

/** A stored resource as lists read it: its encoded message and the number of that encoding. */
export interface EncodedRow {
  store_id: string;
  id: string;
  message: Buffer;
  encoding: number;
}

/** A row of a list in the order (updated_at, id). */
export interface ListedRow extends EncodedRow {
  updated_at: Date;
}

/** A row of a batch, with the place (from 1) of the key that asked for it. */
export interface PlacedRow extends EncodedRow {
  place: number;
}

/** How stored messages are kept up to date with the program. */
export interface Encoding {
  /** Number of the encoding that this program writes. */
  current: number;
  /** Rebuilds the message of a resource from its columns and stores it. */
  rebuild(storeId: string, id: string): Promise<Uint8Array>;
}

/** A page in the order (updated_at, id) from up to limit + 1 rows. */
export async function answerPage(rows: ListedRow[], limit: number, encoding: Encoding): Promise<EncodedPage> {
  const page = cutPage(rows, limit, (row) => [row.updated_at.getTime(), row.id]);
  return new EncodedPage(await messagesOf(page.rows, encoding), encodePosition(page.next));
}

/** The answer of a batch get: the messages in the order asked, an empty one where nothing was found. */
export async function answerBatch(size: number, rows: PlacedRow[], encoding: Encoding): Promise<EncodedPage> {
  const messages = await messagesOf(rows, encoding);
  const items: Uint8Array[] = new Array<Uint8Array>(size).fill(MISSING);
  for (const [index, row] of rows.entries()) items[row.place - 1] = messages[index]!;
  return new EncodedPage(items);
}

function messagesOf(rows: EncodedRow[], encoding: Encoding): Uint8Array[] | Promise<Uint8Array[]> {
  if (rows.every((row) => row.encoding === encoding.current)) return rows.map((row) => row.message);
  return Promise.all(
    rows.map((row) =>
      row.encoding === encoding.current ? row.message : encoding.rebuild(row.store_id, row.id),
    ),
  );
}
