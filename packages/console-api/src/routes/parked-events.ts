import { z } from 'zod';
import type { ParkedEvent } from '@commerce/proto/commerce/common/v1/parked_events.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, type PageOf } from '../route.ts';

/** The services that may have parked events. */
export const PARKING_SERVICES = [
  'auth',
  'catalog',
  'pricing',
  'inventory',
  'orders',
  'customers',
  'webhooks',
] as const;

/** An event that a service could not handle and has set aside. */
export type ParkedEventView = Omit<Json<ParkedEvent>, 'firstFailedAtMs' | 'lastFailedAtMs'> & {
  id: string;
  /** The consuming service, which has parked it. */
  service: string;
  firstFailedAt: string;
  lastFailedAt: string;
};

/** The outcome of a replay of several events. */
export interface ParkedEventsReplayed {
  replayed: number;
  failed: number;
  /** There are more: the call is to be repeated. */
  hasMore: boolean;
  /** Services that did not answer. */
  unreachable: string[];
}

const filter = {
  service: z.enum(PARKING_SERVICES).optional(),
  type: z.string().max(100).optional(),
  /** Part of the error's text. */
  error: z.string().max(100).optional(),
  /** The last failure was at this time or later. */
  since: z.iso.datetime({ offset: true }).optional(),
  /** The last failure was before this time. */
  until: z.iso.datetime({ offset: true }).optional(),
};
const base = '/console/api/platform/parked-events';

export const parkedEventRoutes = {
  /** The parked events of every service, those that failed last first. */
  list: consoleRoute({
    method: 'GET',
    path: base,
    access: 'staff',
    query: z.strictObject({ ...pageQuery, ...filter }),
    answer: answers<PageOf<ParkedEventView> & { unreachable: string[] }>(),
  }),
  /** Handles an event again; answers why it stays parked, or null. */
  replay: consoleRoute({
    method: 'POST',
    path: `${base}/:service/:event/replay`,
    access: 'staff',
    answer: answers<{ error: string | null }>(),
  }),
  /** Handles those that match again, the oldest first. With `until` none is tried twice, however often the call is repeated. */
  replayAll: consoleRoute({
    method: 'POST',
    path: `${base}/replay`,
    access: 'staff',
    body: z.strictObject(filter),
    answer: answers<ParkedEventsReplayed>(),
  }),
  /** Removes an event without its effect. */
  discard: consoleRoute({
    method: 'POST',
    path: `${base}/:service/:event/discard`,
    access: 'staff',
    body: z.strictObject({ reason: z.string().trim().min(1).max(1_000) }),
    answer: answers<Record<string, never>>(),
  }),
};
