import { LRUCache } from 'lru-cache';

/** Message of a version of a resource: the content of a version never changes. */
export interface Kept {
  storeId: string;
  message: Buffer;
  updatedAtMs: number;
  /** Number of the encoding of the message. */
  encoding: number;
}

/** Approximate memory of an object beside the message and the JSON that is kept with it. */
const OBJECT_BYTES = 300;
/** Message and JSON together, in sizes of the message. */
const WITH_JSON = 6;

/** Approximate memory of a message that is kept with its JSON. */
export const keptBytes = ({ length }: Uint8Array): number => length * WITH_JSON + OBJECT_BYTES;

/**
 * Messages of resources by ID and store. A message is only used for the version that its service names, so it is never stale: a commit
 * gives every resource that it changes a new `updated_at`.
 */
export class KeptMessages {
  readonly #kept: LRUCache<string, Kept>;

  /** @param maxBytes approximate memory of the messages and the JSON that is kept with them */
  constructor(maxBytes: number) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ message }) => keptBytes(message),
    });
  }

  /** The message of a version, if it is kept. */
  find(storeId: string, id: string, updatedAtMs: number, encoding: number): Kept | undefined {
    const kept = this.get(storeId, id);
    return kept?.updatedAtMs === updatedAtMs && kept.encoding === encoding ? kept : undefined;
  }

  /** The newest message that is kept of a resource. */
  get(storeId: string, id: string): Kept | undefined {
    // By ID, which is the key: a key with the store would have to be put together for each resource of a page.
    const kept = this.#kept.get(id);
    return kept?.storeId === storeId ? kept : undefined;
  }

  /**
   * Keeps a message of a response, unless it is kept already or a newer one is.
   * @param updatedAtField number of the field `updated_at_ms`
   * @returns the object that was kept before, if it has the same version, because the JSON is kept with it
   */
  keep(
    storeId: string,
    item: Uint8Array,
    encoding: number,
    updatedAtField: number,
  ): { kept: Kept; wasKept: boolean } {
    const message = item as Buffer;
    const updatedAtMs = readInt64(message, updatedAtField);
    const id = leadingId(message);
    const same = this.find(storeId, id, updatedAtMs, encoding);
    if (same !== undefined) return { kept: same, wasKept: true };
    // A copy, because the bytes are a view of the whole response, with memory of its own, because it is kept.
    const copy = Buffer.allocUnsafeSlow(message.length);
    message.copy(copy);
    const kept = { storeId, message: copy, updatedAtMs, encoding };
    const before = this.get(storeId, id);
    if (before === undefined || before.updatedAtMs <= updatedAtMs) this.#kept.set(id, kept);
    return { kept, wasKept: false };
  }
}

/** ID, which is the first field of every resource. */
const leadingId = (message: Buffer): string => message.toString('latin1', 2, 2 + message[1]!);

/** Wire types of protobuf. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/**
 * A field of a message that is not negative; 0 if it is absent. Skips the other fields, faster than a reader does.
 * @throws RangeError when the message ends within a field
 */
function readInt64(message: Buffer, wanted: number): number {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; at < message.length; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw new RangeError('premature EOF');
  };
  while (at < message.length) {
    const tag = varint();
    const wireType = tag & 7;
    if (wireType === VARINT) {
      const value = varint();
      if (tag >>> 3 === wanted) return value;
    } else {
      const length = wireType === BYTES ? varint() : wireType === FIXED64 ? 8 : 4;
      at += length;
    }
  }
  if (at > message.length) throw new RangeError('premature EOF');
  return 0;
}
