import { BinaryWriter } from '@bufbuild/protobuf/wire';

const ITEM_TAG = (1 << 3) | 2;
const TOKEN_TAG = (2 << 3) | 2;

/** Stands for an item of a batch that does not exist: a message without fields. */
export const MISSING = new Uint8Array(0);

/**
 * A page or batch of resources that are encoded already. On the wire `repeated Resource = 1` and `repeated bytes = 1`
 * are the same, so a handler answers with stored messages as they are; `bytes next_page_token = 2`.
 */
export class EncodedPage {
  readonly items: Uint8Array[];
  readonly nextPageToken: Uint8Array;

  constructor(items: Uint8Array[], nextPageToken: Uint8Array = MISSING) {
    this.items = items;
    this.nextPageToken = nextPageToken;
  }

  serialize(): Buffer {
    const writer = new BinaryWriter();
    for (const item of this.items) writer.uint32(ITEM_TAG).bytes(item);
    if (this.nextPageToken.length > 0) writer.uint32(TOKEN_TAG).bytes(this.nextPageToken);
    const bytes = writer.finish();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}
