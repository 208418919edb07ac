import type { LRUCache } from 'lru-cache';
import type { Context } from '@commerce/service-kit/context.ts';
import { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { batchContext, coalesce } from './coalesce.ts';

/** Page that is kept, by the list, the store and the request. */
export type KeptPages = LRUCache<string, EncodedPage>;

/** Page of a list. */
interface PageRequest {
  pageToken: Buffer;
}

/** Calls to a service about a list whose pages have the version of their store. */
export interface PageCalls<Request> {
  list(ctx: Context, request: Request): Promise<EncodedPage>;
  getVersions(ctx: Context, request: { storeIds: string[] }): Promise<{ versions: string[] }>;
}

/**
 * Reads pages of a list whose rows are put together from several tables. A page is kept with the version of its store's pages, and
 * returned again if that is still the current one, which every request asks for (docs/adr/0020).
 * @param name name of the list, different from that of others in `kept`
 */
export function keepPages<Request extends PageRequest>(
  kept: KeptPages,
  name: string,
  calls: PageCalls<Request>,
): (ctx: Context, request: Request) => Promise<EncodedPage> {
  const getVersion = coalesce<Context, string>(async (contexts) => {
    const request = { storeIds: contexts.map(({ storeId }) => storeId) };
    return (await calls.getVersions(batchContext(contexts), request)).versions;
  });
  return async (ctx, request) => {
    const { pageToken, ...filters } = request;
    const key = JSON.stringify([name, ctx.storeId, pageToken.toString('latin1'), filters]);
    const known = kept.get(key);
    if (known !== undefined && known.version === (await getVersion(ctx))) return known;
    const page = withOwnMemory(await calls.list(ctx, request));
    kept.set(key, page);
    return page;
  };
}

/** Copies the items, which are views of a response that may be a part of a larger buffer. */
const withOwnMemory = ({ items, nextPageToken, encoding, version }: EncodedPage): EncodedPage =>
  new EncodedPage(
    items.map((item) => Buffer.from(item)),
    Buffer.from(nextPageToken),
    encoding,
    version,
  );
