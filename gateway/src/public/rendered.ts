import { LRUCache } from 'lru-cache';
import type { Grants, Page, Resource } from '@commerce/public-api/route.ts';
import { FastReader } from '@commerce/service-kit/grpc/reader.ts';

interface Rendered {
  message: Buffer;
  json: string;
}

/** Approximate overhead of an entry. */
const ENTRY_BYTES = 200;

/**
 * Cache of resources as JSON, with the encoded message that each was rendered from. An entry is used only if the bytes of
 * the message are equal, so it is never stale. Decoding, presenting and writing JSON is half the cost of a list.
 */
export class RenderedResources {
  readonly #cache: LRUCache<string, Rendered>;

  constructor(options: { maxBytes: number }) {
    this.#cache = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ message, json }) => message.length + json.length + ENTRY_BYTES,
    });
  }

  /** Body `{ data }` of one resource, or `{ data, next_cursor }` of a page. */
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
    const cached = this.#cache.get(key);
    if (cached?.message.equals(message)) return cached.json;
    const json = JSON.stringify(resource.present(resource.decode(new FastReader(message) as never), grants));
    // A copy, because the bytes are a view of the whole response.
    this.#cache.set(key, { message: Buffer.from(message), json });
    return json;
  }
}

/** Id, which is the first field of every resource. Only used as a cache key, so any text will do. */
function leadingId(message: Buffer): string {
  return message.toString('latin1', 2, 2 + message[1]!);
}
