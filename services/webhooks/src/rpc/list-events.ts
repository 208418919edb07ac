import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { ListEventsRequest, ListEventsResponse } from '@commerce/proto/commerce/webhooks/v1/feed.ts';
import { shapeOf } from '@commerce/public-api/2026-10/events/body.ts';
import { storeOf, systemContext, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, encodePosition, pageSize, type Position } from '@commerce/service-kit/page-token.ts';
import { buildBodies } from '../delivery/body.ts';
import { dayOf, daysBefore, KEPT_DAYS } from '../domain/day.ts';
import { readableTypes } from '../domain/feed.ts';
import { eventFindMany, type EventRow } from '../store/event-find-many.ts';
import { entryPosition, feedEntryList, type FeedEntryRow } from '../store/feed-entry-list.ts';
import type { Deps } from '../deps.ts';

/** Beyond this many bytes a page ends early: an answer must fit into a message. */
const PAGE_BYTES = 8 * 1024 * 1024;

type FeedDeps = Pick<Deps, 'db' | 'clock' | 'installationsOf' | 'fetch'>;

export const listEvents =
  (deps: FeedDeps): Handler<ListEventsRequest, ListEventsResponse> =>
  async (ctx, request) => {
    const installationId = installationOf(ctx);
    const installed = await deps.installationsOf(ctx, storeOf(ctx));
    // One that has gone since it was let in has no scopes.
    const { scopes = [] } = installed.find((one) => one.installationId === installationId) ?? {};
    const { rows, next } = await feedEntryList(
      deps.db,
      storeOf(ctx),
      {
        installationId,
        types: readableTypes(scopes, request.type),
        createdSinceMs: request.createdSinceMs ?? 0,
        isNarrowed: request.type !== undefined || request.createdSinceMs !== undefined,
      },
      beginning(deps.clock.now(), request),
      pageSize(request.limit),
    );
    const seesCosts = scopes.includes('read_costs');
    const keys = rows.map(({ event_day, event_id }) => ({ eventDay: event_day, eventId: event_id }));
    const events = await eventFindMany(deps.db, keys);
    const entries = rows
      // A day that has ended meanwhile is gone.
      .filter(({ event_id }) => events.has(event_id))
      .map((row) => ({ ...row, sees_costs: row.sees_costs && seesCosts }));
    return cutBySize(entries, await bodiesOf(deps, ctx, entries, events), next);
  };

/** @throws Fault when the caller is none: such a call is a defect of the gateway */
function installationOf({ actor }: Context): string {
  if (actor.kind === Actor_Kind.INSTALLATION) return actor.id;
  throw new Fault('server_error', 'Server error.', { cause: 'a feed is read by an installation only' });
}

/**
 * Where a page begins. Days tell which partitions are read; as an entry's day and number are not taken at one moment, and clocks differ,
 * the one before is read as well.
 */
function beginning(nowMs: number, request: ListEventsRequest): { seq: number; day: string } {
  const [seq = 0, day] = (decodePosition(request.pageToken) ?? []) as [number?, string?];
  const sinceMs = Math.max(day === undefined ? 0 : Date.parse(day), request.createdSinceMs ?? 0);
  const fromMs = Math.max(daysBefore(sinceMs, 1), daysBefore(nowMs, KEPT_DAYS));
  return { seq, day: dayOf(fromMs) };
}

/** The bodies of the entries' events, in their order; each service is asked once. */
async function bodiesOf(
  { fetch }: FeedDeps,
  ctx: Context,
  entries: readonly FeedEntryRow[],
  events: Map<string, EventRow>,
): Promise<Buffer[]> {
  const groups = Map.groupBy(entries, ({ type }) => shapeOf(type).resource);
  const asking = systemContext(ctx.requestId, ctx.deadlineMs);
  const made = await Promise.all(
    [...groups.values()].map((group) => buildBodies(fetch, asking, group, events)),
  );
  const bodies = new Map<string, Buffer>();
  for (const { ready, broken } of made) {
    // Left out it would be missed for ever.
    if (broken[0] !== undefined) throw new Fault('server_error', 'Server error.', { cause: broken[0].err });
    for (const { telling, body } of ready) bodies.set(telling.event_id, body);
  }
  return entries.map(({ event_id }) => bodies.get(event_id)!);
}

function cutBySize(
  entries: readonly FeedEntryRow[],
  bodies: Buffer[],
  next: Position | undefined,
): ListEventsResponse {
  let bytes = 0;
  const tooMany = bodies.findIndex((body) => (bytes += body.length) > PAGE_BYTES);
  if (tooMany === -1) return { bodies, nextPageToken: encodePosition(next) };
  const last = entries[tooMany - 1]!;
  return { bodies: bodies.slice(0, tooMany), nextPageToken: encodePosition(entryPosition(last)) };
}
