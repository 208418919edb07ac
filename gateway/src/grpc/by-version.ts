import { LRUCache } from 'lru-cache';
import type {
  ResourceKey,
  VersionPage,
  VersionPageRequest,
} from '@commerce/proto/commerce/common/v1/resource.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { EncodedPage, isUnchanged } from '@commerce/service-kit/grpc/encoded-page.ts';
import { batchContext, coalesce } from './coalesce.ts';
import type { Kept, KeptMessages } from './kept-messages.ts';

/** Page of a list in the order (updated_at, id); further fields are filters. */
interface ListRequest {
  limit: number;
  pageToken: Buffer;
  updatedSinceMs?: number | undefined;
}

/** Calls to a service about one kind of resource. */
export interface VersionedCalls<Request> {
  list(ctx: Context, request: Request): Promise<EncodedPage>;
  listVersions(
    ctx: Context,
    request: { pages: VersionPageRequest[] },
  ): Promise<{ pages: VersionPage[]; encoding: number }>;
  batchGet(
    ctx: Context,
    request: { keys: ResourceKey[]; knownEncoding?: number | undefined },
  ): Promise<EncodedPage>;
  /** Number of the field `updated_at_ms` of the message. */
  updatedAtField: number;
}

/** Gets an encoded resource of a store by ID; undefined if it does not exist. Gets that arrive together share one call. */
export type GetById = (ctx: Context, id: string) => Promise<Uint8Array | undefined>;

/** Reads of one kind of resource, which stay encoded. */
export interface VersionedReads<Request> {
  list: (ctx: Context, request: Request) => Promise<EncodedPage>;
  get: GetById;
}

/** Share of the resources of a page that are not kept, above which the page is read whole. */
const MAX_MISSING_SHARE = 0.25;
const MAX_CALLERS = 10_000;

/**
 * Reads resources by version: a list asks for the versions of its resources, and a get names the version that is kept; the service sends
 * only what is not kept (docs/adr/0019). A page is a consistent snapshot: if a resource changed after its version was listed, the page
 * is read whole.
 */
export function readByVersion<Request extends ListRequest>(
  kept: KeptMessages,
  calls: VersionedCalls<Request>,
): VersionedReads<Request> {
  const get = keptGet(kept, calls);
  const listVersions = versionList(calls);
  /** Callers whose last page was mostly not kept: they read the next one whole. */
  const scanning = new LRUCache<string, true>({ max: MAX_CALLERS });

  async function listWhole(ctx: Context, request: Request): Promise<EncodedPage> {
    const { items, encoding, nextPageToken } = await calls.list(ctx, request);
    const entries = items.map((item) => kept.keep(ctx.storeId, item, encoding, calls.updatedAtField));
    const added = entries.filter(({ wasKept }) => !wasKept).length;
    if (added > items.length * MAX_MISSING_SHARE) scanning.set(ctx.actor.id, true);
    else scanning.delete(ctx.actor.id);
    return new EncodedPage(
      entries.map((entry) => entry.kept.message),
      nextPageToken,
      encoding,
    );
  }

  async function list(ctx: Context, request: Request): Promise<EncodedPage> {
    if (isFiltered(request) || scanning.has(ctx.actor.id)) return listWhole(ctx, request);
    const { versions, encoding, nextPageToken } = await listVersions({ ctx, request });
    const found = versions.map(({ id, updatedAtMs }) => kept.find(ctx.storeId, id, updatedAtMs, encoding));
    const missing = versions.filter((_, n) => found[n] === undefined);
    if (missing.length > versions.length * MAX_MISSING_SHARE) return listWhole(ctx, request);
    const fetched = await Promise.all(missing.map(({ id }) => get({ ctx, id })));
    if (missing.some(({ updatedAtMs }, n) => fetched[n]?.updatedAtMs !== updatedAtMs))
      return listWhole(ctx, request);
    const messages = found.map((entry) => (entry ?? fetched.shift()!).message);
    return new EncodedPage(messages, nextPageToken, encoding);
  }

  return { list, get: async (ctx, id) => (await get({ ctx, id }))?.message };
}

function isFiltered({
  limit: _limit,
  pageToken: _token,
  updatedSinceMs: _since,
  ...filters
}: ListRequest): boolean {
  return Object.values(filters).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  );
}

interface Read<Request> {
  ctx: Context;
  request: Request;
}

interface VersionList {
  versions: { id: string; updatedAtMs: number }[];
  encoding: number;
  nextPageToken: Uint8Array;
}

/** Lists the versions of a page. Lists that arrive together share one call. */
const versionList = <Request extends ListRequest>(calls: VersionedCalls<Request>) =>
  coalesce<Read<Request>, VersionList>(async (reads) => {
    const requests = reads.map(({ ctx: { storeId }, request: { limit, pageToken, updatedSinceMs } }) => ({
      storeId,
      limit,
      pageToken,
      updatedSinceMs,
    }));
    const ctx = batchContext(reads.map((read) => read.ctx));
    const { pages, encoding } = await calls.listVersions(ctx, { pages: requests });
    return pages.map(({ versions, nextPageToken }) => ({
      versions: parseVersions(versions),
      encoding,
      nextPageToken,
    }));
  });

/** Parses `VersionPage.versions`. */
const parseVersions = (versions: string): VersionList['versions'] =>
  versions === ''
    ? []
    : versions.split(';').map((version) => {
        const comma = version.indexOf(',');
        return { id: version.slice(0, comma), updatedAtMs: Number(version.slice(comma + 1)) };
      });

/** Gets a resource; undefined if it does not exist. */
const keptGet = <Request>(kept: KeptMessages, calls: VersionedCalls<Request>) =>
  coalesce<{ ctx: Context; id: string }, Kept | undefined>(async (gets) => {
    const known = gets.map(({ ctx, id }) => kept.get(ctx.storeId, id));
    const knownEncoding = known.find((entry) => entry !== undefined)?.encoding;
    const keys = gets.map(({ ctx: { storeId }, id }, n) => ({
      storeId,
      id,
      knownMs: known[n]?.encoding === knownEncoding ? known[n]?.updatedAtMs : undefined,
    }));
    const ctx = batchContext(gets.map((get) => get.ctx));
    const { items, encoding } = await calls.batchGet(ctx, { keys, knownEncoding });
    return items.map((item, n) => {
      if (item.length === 0) return undefined;
      if (isUnchanged(item)) return known[n];
      return kept.keep(keys[n]!.storeId, item, encoding, calls.updatedAtField).kept;
    });
  });
