import { BinaryReader } from '@bufbuild/protobuf/wire';

const ITEM = 1;
const TOKEN = 2;
const ENCODING = 3;
const VERSION = 4;
const VARINT = 0;
const BYTES = 2;
const ITEM_TAG = (ITEM << 3) | BYTES;
const TOKEN_TAG = (TOKEN << 3) | BYTES;
const ENCODING_TAG = (ENCODING << 3) | VARINT;

/** Placeholder of a missing item in a batch: a message without fields. */
export const MISSING = new Uint8Array(0);

/** Placeholder of a resource in the version that the caller has: a message with only its ID. */
export const unchanged = (id: string): Uint8Array =>
  Buffer.concat([Buffer.of(ITEM_TAG, id.length), Buffer.from(id, 'latin1')]);

/** Reports whether an item is such a placeholder. */
export const isUnchanged = (item: Uint8Array): boolean => item.length === 2 + (item[1] ?? 0);

/**
 * A page or batch of encoded resources. On the wire `repeated Resource = 1` and `repeated bytes = 1` are the
 * same, so a handler returns stored messages as they are; `bytes next_page_token = 2`, `int32 encoding = 3`, `string version = 4`.
 */
export class EncodedPage {
  readonly items: Uint8Array[];
  readonly nextPageToken: Uint8Array;
  /** Number of the encoding of the items, below 128; 0 in a response that does not name it. */
  readonly encoding: number;
  /** Version of the page; empty in a response that does not name it. Only read: a handler that names it returns a message. */
  readonly version: string;

  constructor(items: Uint8Array[], nextPageToken: Uint8Array = MISSING, encoding = 0, version = '') {
    this.items = items;
    this.nextPageToken = nextPageToken;
    this.encoding = encoding;
    this.version = version;
  }

  /** Reads a page from the wire; the items are views of its bytes. */
  static deserialize(bytes: Buffer): EncodedPage {
    const reader = new BinaryReader(bytes);
    const items: Uint8Array[] = [];
    let nextPageToken: Uint8Array = MISSING;
    let encoding = 0;
    let version = '';
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (field === ITEM) items.push(reader.bytes());
      else if (field === TOKEN) nextPageToken = reader.bytes();
      else if (field === ENCODING) encoding = reader.int32();
      else if (field === VERSION) version = reader.string();
      else reader.skip(wireType);
    }
    return new EncodedPage(items, nextPageToken, encoding, version);
  }

  serialize(): Buffer {
    let size = this.encoding > 0 ? 2 : 0;
    if (this.nextPageToken.length > 0) size += fieldSize(this.nextPageToken);
    for (const item of this.items) size += fieldSize(item);
    const bytes = Buffer.allocUnsafe(size);
    let at = 0;
    for (const item of this.items) at = writeField(bytes, at, ITEM_TAG, item);
    if (this.nextPageToken.length > 0) at = writeField(bytes, at, TOKEN_TAG, this.nextPageToken);
    if (this.encoding > 0) bytes.set([ENCODING_TAG, this.encoding], at);
    return bytes;
  }
}

function fieldSize({ length }: Uint8Array): number {
  let size = 2 + length;
  for (let rest = length >>> 7; rest > 0; rest >>>= 7) size += 1;
  return size;
}

/** Writes tag, length as varint, and bytes. @returns the offset of the next field */
function writeField(into: Buffer, at: number, tag: number, value: Uint8Array): number {
  into[at++] = tag;
  let rest = value.length;
  for (; rest > 0x7f; rest >>>= 7) into[at++] = (rest & 0x7f) | 0x80;
  into[at++] = rest;
  into.set(value, at);
  return at + value.length;
}
