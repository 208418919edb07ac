import * as z from 'zod';
import type { ParkedEvent } from '@commerce/proto/commerce/common/v1/parked_events.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, type PageOf } from '../route.ts';

/** Services that can have parked events. */
export const PARKING_SERVICES = [
  'auth',
  'catalog',
  'pricing',
  'inventory',
  'orders',
  'customers',
  'webhooks',
] as const;

/** Event that a service failed to handle and parked. */
export type ParkedEventView = Omit<Json<ParkedEvent>, 'firstFailedAtMs' | 'lastFailedAtMs'> & {
  id: string;
  /** Consuming service that parked it. */
  service: string;
  firstFailedAt: string;
  lastFailedAt: string;
};

/** Outcome of replaying several events. */
export interface ParkedEventsReplayed {
  replayed: number;
  failed: number;
  /** More events remain: repeat the call. */
  hasMore: boolean;
  /** Services that did not respond. */
  unreachable: string[];
}

const filter = {
  service: z.enum(PARKING_SERVICES).optional(),
  type: z.string().max(100).optional(),
  /** Part of the error message. */
  error: z.string().max(100).optional(),
  /** Minimum time of the last failure, inclusive. */
  since: z.iso.datetime({ offset: true }).optional(),
  /** Maximum time of the last failure, exclusive. */
  until: z.iso.datetime({ offset: true }).optional(),
};
const base = '/console/api/platform/parked-events';

export const parkedEventRoutes = {
  /** Parked events of all services, most recent failure first. */
  list: consoleRoute({
    method: 'GET',
    path: base,
    access: 'staff',
    query: z.strictObject({ ...pageQuery, ...filter }),
    answer: answers<PageOf<ParkedEventView> & { unreachable: string[] }>(),
  }),
  /** Handles an event again; returns the error if it stays parked, or null. */
  replay: consoleRoute({
    method: 'POST',
    path: `${base}/:service/:event/replay`,
    access: 'staff',
    answer: answers<{ error: string | null }>(),
  }),
  /** Replays the matching events, oldest first. With `until`, no event is tried twice, however often the call is repeated. */
  replayAll: consoleRoute({
    method: 'POST',
    path: `${base}/replay`,
    access: 'staff',
    body: z.strictObject(filter),
    answer: answers<ParkedEventsReplayed>(),
  }),
  /** Removes an event without handling it. */
  discard: consoleRoute({
    method: 'POST',
    path: `${base}/:service/:event/discard`,
    access: 'staff',
    body: z.strictObject({ reason: z.string().trim().min(1).max(1_000) }),
    answer: answers<Record<string, never>>(),
  }),
};
