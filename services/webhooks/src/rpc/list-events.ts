import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { ListEventsRequest, ListEventsResponse } from '@commerce/proto/commerce/webhooks/v1/feed.ts';
import { storeOf, systemContext, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, encodePosition, pageSize, type Position } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { newestVersion, resourceOf } from '../domain/api-version.ts';
import { dayOf, daysBefore } from '@commerce/service-kit/days.ts';
import { KEPT_DAYS } from '../domain/day.ts';
import { readableTypes } from '../domain/feed.ts';
import type { StoredEvent } from '../domain/stored-event.ts';
import { endpointFind } from '../store/endpoint.ts';
import { eventFindMany } from '../store/event.ts';
import { feedEntryList, feedPosition, type FeedEntry } from '../store/feed-entry.ts';
import { fetchEvents, renderBodies } from '../use-cases/build-bodies.ts';

/** Maximum size of a page in bytes, so that it fits into a message; a larger page is cut. */
const PAGE_BYTES = 8 * 1024 * 1024;

type FeedDeps = Pick<Deps, 'db' | 'prisma' | 'clock' | 'clients' | 'versions'>;

export const listEvents =
  (deps: FeedDeps): Handler<ListEventsRequest, ListEventsResponse> =>
  async (ctx, request) => {
    const installationId = installationOf(ctx);
    const installed = await deps.clients.listInstallations(ctx, storeOf(ctx));
    // An installation that was uninstalled after the caller was admitted has no scopes.
    const { scopes = [] } = installed.find((one) => one.installationId === installationId) ?? {};
    const page = await feedEntryList(
      deps.db,
      storeOf(ctx),
      {
        installationId,
        types: readableTypes(scopes, request.type),
        createdSinceMs: request.createdSinceMs ?? 0,
        isNarrowed: request.type !== undefined || request.createdSinceMs !== undefined,
      },
      startOf(deps.clock.now(), request),
      pageSize(request.limit),
    );
    const seesCosts = scopes.includes('read_costs');
    const events = await eventFindMany(deps.db, page.entries);
    const entries = page.entries
      // The partition of an event may have been dropped since the list was read.
      .filter(({ eventId }) => events.has(eventId))
      .map((entry) => ({ ...entry, seesCosts: entry.seesCosts && seesCosts }));
    const apiVersion = request.apiVersion || (await versionOfEndpoint(deps, ctx.actor.appId));
    const bodies = await bodiesOf(deps, ctx, { entries, events, apiVersion });
    const last = page.entries.at(-1);
    const end = page.next ?? (last && feedPosition(last)) ?? decodePosition(request.pageToken);
    return cutBySize(entries, bodies, { next: page.next, end });
  };

async function versionOfEndpoint({ prisma, versions }: FeedDeps, appId: string): Promise<string> {
  const endpoint = await endpointFind(prisma, appId);
  return endpoint?.apiVersion ?? newestVersion(versions).prefix;
}

/** The calling installation. @throws Fault when the caller is not an installation, which is a bug of the gateway */
function installationOf({ actor }: Context): string {
  if (actor.kind === Actor_Kind.INSTALLATION) return actor.id;
  throw new Fault('server_error', 'Server error.', { cause: 'the caller of a feed must be an installation' });
}

/**
 * The start of a page. The day selects the partitions; the previous day is read too, because an entry gets its day and
 * its number at different times, and clocks differ.
 */
function startOf(nowMs: number, request: ListEventsRequest): { seq: number; day: string } {
  const [seq = 0, day] = (decodePosition(request.pageToken) ?? []) as [number?, string?];
  const sinceMs = Math.max(day === undefined ? 0 : Date.parse(day), request.createdSinceMs ?? 0);
  const fromMs = Math.max(daysBefore(sinceMs, 1), daysBefore(nowMs, KEPT_DAYS));
  return { seq, day: dayOf(fromMs) };
}

/** Entries of a page, their events, and the version of their bodies. */
interface FeedPage {
  entries: readonly FeedEntry[];
  events: Map<string, StoredEvent>;
  apiVersion: string;
}

/** The bodies of the entries' events, in their order, with one call per owning service. */
async function bodiesOf(
  { clients: { fetchResources }, versions }: FeedDeps,
  ctx: Context,
  { entries, events, apiVersion }: FeedPage,
): Promise<Buffer[]> {
  const groups = Map.groupBy(entries, ({ type }) => resourceOf(versions, type));
  const fetchContext = systemContext(ctx.requestId, ctx.deadlineMs);
  const built = await Promise.all(
    [...groups.values()].map(async (group) => {
      const fetched = await fetchEvents({ fetchResources, versions }, fetchContext, group, events);
      return renderBodies(versions, group, fetched, () => apiVersion);
    }),
  );
  const bodies = new Map<string, Buffer>();
  for (const { rendered, malformed } of built) {
    // Omitted, the entry would be lost for this reader.
    if (malformed[0] !== undefined)
      throw new Fault('server_error', 'Server error.', { cause: malformed[0].err });
    for (const { item, body } of rendered) bodies.set(item.eventId, body);
  }
  return entries.map(({ eventId }) => bodies.get(eventId)!);
}

function cutBySize(
  entries: readonly FeedEntry[],
  bodies: Buffer[],
  { next, end }: { next: Position | undefined; end: Position | undefined },
): ListEventsResponse {
  let bytes = 0;
  const tooMany = bodies.findIndex((body) => (bytes += body.length) > PAGE_BYTES);
  if (tooMany === -1)
    return { bodies, nextPageToken: encodePosition(next), resumeToken: encodePosition(end) };
  const token = encodePosition(feedPosition(entries[tooMany - 1]!));
  return { bodies: bodies.slice(0, tooMany), nextPageToken: token, resumeToken: token };
}
