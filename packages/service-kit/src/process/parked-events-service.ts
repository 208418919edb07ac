import {
  ParkedEventsServiceService,
  type ParkedEventFilter as FilterMessage,
} from '@commerce/proto/commerce/common/v1/parked_events.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';
import type { ParkedEventFilter } from '../events/parked-event-store.ts';
import type { ParkedEvents } from '../events/parked-events.ts';
import { invalid } from '../fault.ts';
import type { Callers } from '../grpc/callers.ts';
import type { GrpcServer } from '../grpc/server.ts';
import type { Logger } from '../logger.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '../page-token.ts';

const MAX_REASON = 1_000;

/** Allowed callers of the parked events RPCs. */
export const parkedEventsCallers: Callers = {
  'commerce.common.v1.ParkedEventsService': {
    ListParkedEvents: ['gateway'],
    ReplayParkedEvent: ['gateway'],
    ReplayParkedEvents: ['gateway'],
    DiscardParkedEvent: ['gateway'],
  },
};

/** Adds the RPCs for platform staff to list, replay and discard the parked events of the service. */
export function addParkedEventsService(server: GrpcServer, parked: ParkedEvents, logger: Logger): void {
  server.add(ParkedEventsServiceService, {
    async listParkedEvents(_ctx, { filter, limit: requested, pageToken }) {
      const limit = pageSize(requested);
      const [lastFailedAtMs, eventId] = (decodePosition(pageToken) ?? []) as [number?, string?];
      const after =
        lastFailedAtMs === undefined || eventId === undefined ? undefined : { lastFailedAtMs, eventId };
      const found = await parked.list(filterOf(filter), after, limit + 1);
      const { rows, next } = cutPage(found, limit, (row) => [row.lastFailedAt.getTime(), row.eventId]);
      const events = rows.map(({ firstFailedAt, lastFailedAt, ...event }) => ({
        ...event,
        firstFailedAtMs: firstFailedAt.getTime(),
        lastFailedAtMs: lastFailedAt.getTime(),
      }));
      return { events, nextPageToken: encodePosition(next) };
    },

    replayParkedEvent: async (_ctx, { eventId }) => ({ error: await parked.replay(eventId) }),

    replayParkedEvents: (ctx, { filter }) => parked.replayAll(filterOf(filter), ctx.deadlineMs),

    async discardParkedEvent({ actor, requestId }, { eventId, reason: untrimmed }) {
      const reason = untrimmed.trim();
      if (reason === '') throw invalid('reason', 'Is required.');
      if (reason.length > MAX_REASON) throw invalid('reason', lengthMessage(1, MAX_REASON));
      await parked.discard(eventId);
      logger.warn({ event_id: eventId, actor: actor.id, request_id: requestId }, 'parked event discarded');
      return {};
    },
  });
}

const filterOf = (filter: FilterMessage | undefined): ParkedEventFilter => ({
  type: filter?.type ?? '',
  error: filter?.error ?? '',
  failedSinceMs: filter?.failedSinceMs,
  failedBeforeMs: filter?.failedBeforeMs,
});
