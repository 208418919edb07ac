import * as z from 'zod';
import { answers, consoleRoute, pageQuery, type PageOf } from '../route.ts';

/** Error codes of the log: those of the public API, then those of the token endpoint. */
export const REQUEST_CODES = [
  'invalid_request',
  'invalid_token',
  'insufficient_scope',
  'not_found',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_conflict',
  'too_many_requests',
  'server_error',
  'unavailable',
  'timeout',
  'client_closed',
  'invalid_grant',
  'unsupported_grant_type',
] as const;

/** Statuses of the log; 499: the app closed the connection before it had the response. */
export const REQUEST_STATUSES = [400, 401, 403, 404, 409, 413, 415, 422, 429, 499, 500, 503, 504] as const;

/** Days for which requests are kept. */
export const REQUESTS_KEPT_DAYS = 7;

/** Response of the public API to an app, other than 2xx. */
export interface RequestFailure {
  /** Position in the log: higher for an entry that was added later. */
  id: string;
  at: string;
  /** `X-Request-Id` of the response. Callers may choose it, so it may repeat. */
  requestId: string;
  /** Empty for a token request, as is `storeName`. */
  storeId: string;
  storeName: string;
  /** Method and path pattern, e.g. `GET /products/:id`. */
  route: string;
  status: number;
  code: string;
  /** Reason and field of the first detail; empty without details. */
  reason: string;
  field: string;
  /** Explanation of a refused token or token request; empty otherwise. */
  description: string;
  durationMs: number;
  /** Path of the documentation of the code; empty for none. */
  docsPath: string;
}

/** Counts of the responses of an hour or of a route. */
export interface RequestCounts {
  /** Status below 400. */
  succeeded: number;
  /** Status from 400 to 499. */
  refused: number;
  /** Status of 500 or above. */
  failed: number;
  /** Failures that are counted but not listed, because the app had too many at once. */
  omitted: number;
  /** 95th percentile of the durations. */
  durationMsP95: number;
}

const BASE = '/console/api/developers/:developer/apps/:app';
const access = { developer: 'member' } as const;
const timestamp = z.iso.datetime({ offset: true });
const route = z.string().min(1).max(200);

export const requestRoutes = {
  /**
   * Failed requests of an app in the last 7 days, newest first. With `after`, the id of an entry, those that were added
   * after it, in the order in which they were added: entries are added some seconds after their time, by several
   * processes, so a tail of the log continues after the highest id that it has seen. With `requestId`, all entries with
   * that id, and no other filter applies.
   */
  list: consoleRoute({
    method: 'GET',
    path: `${BASE}/requests`,
    access,
    query: z.strictObject({
      ...pageQuery,
      limit: z.coerce.number().int().min(1).max(100).default(50),
      store: z.string().min(1).max(64).optional(),
      route: route.optional(),
      status: z.coerce.number().int().min(100).max(599).optional(),
      code: z.string().min(1).max(64).optional(),
      requestId: z.string().min(1).max(128).optional(),
      from: timestamp.optional(),
      to: timestamp.optional(),
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    answer: answers<PageOf<RequestFailure>>(),
  }),
  /** One failed request, by the id of its entry. */
  get: consoleRoute({
    method: 'GET',
    path: `${BASE}/requests/:request`,
    access,
    answer: answers<RequestFailure>(),
  }),
  /** All responses to an app, counted by hour and by route, over the last 24 hours or 7 days. */
  stats: consoleRoute({
    method: 'GET',
    path: `${BASE}/request-stats`,
    access,
    query: z.strictObject({
      period: z.enum(['day', 'week']).default('day'),
      /** Restricts the hours to a route. */
      route: route.optional(),
    }),
    answer: answers<{
      /** Oldest first; hours without requests are omitted. */
      hours: (RequestCounts & { at: string })[];
      /** Every route with requests in the period. */
      routes: (RequestCounts & { route: string })[];
    }>(),
  }),
};
