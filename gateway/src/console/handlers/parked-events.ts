import type { ParkedEvent, ParkedEventFilter } from '@commerce/proto/commerce/common/v1/parked_events.ts';
import {
  PARKING_SERVICES,
  type ParkedEventView,
  type parkedEventRoutes,
} from '@commerce/console-api/routes/parked-events.ts';
import { Fault, notFound } from '@commerce/service-kit/fault.ts';
import { encodePosition, MAX_PAGE_SIZE } from '@commerce/service-kit/page-token.ts';
import type { HandlersOf } from '../handler.ts';

type Service = (typeof PARKING_SERVICES)[number];

export const parkedEventHandlers: HandlersOf<typeof parkedEventRoutes> = {
  list: async ({ ctx, services, cursor, query }) => {
    const limit = Math.min(query.limit, MAX_PAGE_SIZE);
    const request = { filter: filterOf(query), limit, pageToken: cursor.open(query.cursor) };
    const { answers, unreachable } = await callEach(query.service, async (service) => {
      const answer = await services.parkedEvents[service].listParkedEvents(ctx, request);
      return { ...answer, events: answer.events.map((event) => viewOf(service, event)) };
    });
    // A position is a time and an id in every service, so the pages of the services can be merged.
    const merged = answers.flatMap(({ events }) => events).toSorted(byLastFailure);
    const items = merged.slice(0, limit);
    const hasMore = merged.length > limit || answers.some(({ nextPageToken }) => nextPageToken.length > 0);
    const last = hasMore ? items.at(-1) : undefined;
    const next = last && encodePosition([Date.parse(last.lastFailedAt), last.eventId]);
    return { items, nextCursor: next ? cursor.seal(next) : null, unreachable };
  },

  replay: async ({ ctx, services, params }) => {
    const { service, eventId } = keyOf(params);
    await services.platform.recordParkedEventAction(ctx, {
      action: 'parked_event.replayed',
      subjectId: eventId,
      reason: '',
      details: { service },
    });
    const { error } = await services.parkedEvents[service].replayParkedEvent(ctx, { eventId });
    return { error: error ?? null };
  },

  replayAll: async ({ ctx, services, body }) => {
    const { service = 'all', ...details } = body;
    await services.platform.recordParkedEventAction(ctx, {
      action: 'parked_events.replayed',
      subjectId: service,
      reason: '',
      details: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
    });
    const filter = filterOf(body);
    const { answers, unreachable } = await callEach(body.service, (name) =>
      services.parkedEvents[name].replayParkedEvents(ctx, { filter }),
    );
    return {
      replayed: answers.reduce((sum, { replayed }) => sum + replayed, 0),
      failed: answers.reduce((sum, { failed }) => sum + failed, 0),
      hasMore: answers.some(({ hasMore }) => hasMore),
      unreachable,
    };
  },

  discard: async ({ ctx, services, params, body: { reason } }) => {
    const { service, eventId } = keyOf(params);
    await services.platform.recordParkedEventAction(ctx, {
      action: 'parked_event.discarded',
      subjectId: eventId,
      reason,
      details: { service },
    });
    await services.parkedEvents[service].discardParkedEvent(ctx, { eventId, reason });
    return {};
  },
};

/** @throws Fault `not_found` for a value that cannot be a service or an event */
function keyOf(params: { service: string; event: string }): { service: Service; eventId: string } {
  const service = PARKING_SERVICES.find((known) => known === params.service);
  if (service === undefined || !/^[\w.:-]{1,200}$/.test(params.event)) throw notFound();
  return { service, eventId: params.event };
}

/** Calls one service, or all in parallel; services that do not respond are returned as unreachable. */
async function callEach<T>(
  only: Service | undefined,
  call: (service: Service) => Promise<T>,
): Promise<{ answers: T[]; unreachable: Service[] }> {
  const answers: T[] = [];
  const unreachable: Service[] = [];
  const callOne = async (service: Service): Promise<void> => {
    try {
      answers.push(await call(service));
    } catch (error) {
      if (!(error instanceof Fault) || (error.code !== 'unavailable' && error.code !== 'timeout'))
        throw error;
      unreachable.push(service);
    }
  };
  await Promise.all((only === undefined ? PARKING_SERVICES : [only]).map(callOne));
  return { answers, unreachable };
}

type Conditions = Record<'type' | 'error' | 'since' | 'until', string | undefined>;

const filterOf = ({ type = '', error = '', since, until }: Partial<Conditions>): ParkedEventFilter => ({
  type,
  error,
  failedSinceMs: since === undefined ? undefined : Date.parse(since),
  failedBeforeMs: until === undefined ? undefined : Date.parse(until),
});

function viewOf(
  service: Service,
  { firstFailedAtMs, lastFailedAtMs, ...event }: ParkedEvent,
): ParkedEventView {
  return {
    ...event,
    id: `${service}/${event.eventId}`,
    service,
    firstFailedAt: new Date(firstFailedAtMs).toISOString(),
    lastFailedAt: new Date(lastFailedAtMs).toISOString(),
  };
}

function byLastFailure(a: ParkedEventView, b: ParkedEventView): number {
  const [left, right] = [a.lastFailedAt + a.eventId, b.lastFailedAt + b.eventId];
  return left < right ? 1 : left > right ? -1 : 0;
}
