import type { Grants, Page, Resource } from '@commerce/public-api/route.ts';
import { FastReader } from '@commerce/service-kit/grpc/reader.ts';

/** JSON of a message, by grant. */
interface Rendered {
  withCosts?: string;
  withoutCosts?: string;
}

/**
 * Resources as JSON, kept with the message object that each was rendered from for as long as that object is kept. Decoding, presenting
 * and writing JSON is half the cost of a list.
 */
export class RenderedResources {
  readonly #rendered = new WeakMap<Resource, WeakMap<Uint8Array, Rendered>>();

  /** Body `{ data }` of one resource, or `{ data, next_cursor }` of a page. */
  body(resource: Resource, result: Uint8Array | Page<Uint8Array>, grants: Grants): string {
    if (result instanceof Uint8Array) return `{"data":${this.#render(resource, result, grants)}}`;
    let data = '';
    for (const message of result.items)
      data += (data === '' ? '' : ',') + this.#render(resource, message, grants);
    return `{"data":[${data}],"next_cursor":${JSON.stringify(result.nextCursor)}}`;
  }

  #render(resource: Resource, message: Uint8Array, grants: Grants): string {
    let ofResource = this.#rendered.get(resource);
    if (ofResource === undefined) this.#rendered.set(resource, (ofResource = new WeakMap()));
    let rendered = ofResource.get(message);
    if (rendered === undefined) ofResource.set(message, (rendered = {}));
    const name = grants.costs ? 'withCosts' : 'withoutCosts';
    return (rendered[name] ??= JSON.stringify(
      resource.present(resource.decode(new FastReader(message as Buffer) as never), grants),
    ));
  }
}
