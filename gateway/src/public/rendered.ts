import { LRUCache } from 'lru-cache';
import type { Grants, Page, Resource } from '@commerce/public-api/route.ts';
import { FastReader } from '@commerce/service-kit/grpc/reader.ts';

interface Rendered {
  message: Buffer;
  json: string;
}

/** What an entry takes beside its texts, roughly. */
const ENTRY_BYTES = 200;

/**
 * Resources as JSON, kept with the encoded message that they were made of. A message is told by what was made of the very same
 * bytes before, so nothing stale can be told: half the cost of a list is decoding, presenting and writing JSON.
 */
export class RenderedResources {
  readonly #kept: LRUCache<string, Rendered>;

  constructor(options: { maxBytes: number }) {
    this.#kept = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ message, json }) => message.length + json.length + ENTRY_BYTES,
    });
  }

  /** The body `{ data }` of one resource, or `{ data, next_cursor }` of a page of them. */
  body(resource: Resource, result: Uint8Array | Page<Uint8Array>, grants: Grants): string {
    if (result instanceof Uint8Array) return `{"data":${this.#render(resource, result, grants)}}`;
    let data = '';
    for (const bytes of result.items)
      data += (data === '' ? '' : ',') + this.#render(resource, bytes, grants);
    return `{"data":[${data}],"next_cursor":${JSON.stringify(result.nextCursor)}}`;
  }

  #render(resource: Resource, bytes: Uint8Array, grants: Grants): string {
    const message = bytes as Buffer;
    const key = `${resource.name}${grants.costs ? '+' : ' '}${leadingId(message)}`;
    const kept = this.#kept.get(key);
    if (kept?.message.equals(message)) return kept.json;
    const json = JSON.stringify(resource.present(resource.decode(new FastReader(message) as never), grants));
    // A copy: the bytes are a view of the whole answer that they came in.
    this.#kept.set(key, { message: Buffer.from(message), json });
    return json;
  }
}

/** The id, which is the first field of every resource; only where to look is taken from it, so any text will do. */
function leadingId(message: Buffer): string {
  return message.toString('latin1', 2, 2 + message[1]!);
}
