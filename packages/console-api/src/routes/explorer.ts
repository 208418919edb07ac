import { z } from 'zod';
import { answers, consoleRoute } from '../route.ts';

const access = { developer: true } as const;
const id = z.string().min(1).max(64);

/** Operation of the public API, as documented. */
export interface ApiOperation {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `{id}`. */
  path: string;
  summary: string;
  /** Required scope; null for none. */
  scope: string | null;
  query: { name: string; about: string; required: boolean }[];
  /** Example request body as JSON; empty for a request without one. */
  body: string;
  /** Requires an Idempotency-Key. */
  needsKey: boolean;
}

/** Response of the public API. */
export interface ApiAnswer {
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  /** The body was truncated. */
  cut: boolean;
  durationMs: number;
}

export const explorerRoutes = {
  /** Data of the API explorer: the developer's apps and stores, and every operation of the public API. */
  explorer: consoleRoute({
    method: 'GET',
    path: '/console/api/developers/:developer/explorer',
    access,
    answer: answers<{
      apps: { id: string; name: string }[];
      stores: { id: string; name: string }[];
      operations: ApiOperation[];
    }>(),
  }),
  /** Sends a request to the public API on behalf of one of the developer's apps, on one of its test stores. */
  explore: consoleRoute({
    method: 'POST',
    path: '/console/api/developers/:developer/explorer',
    access,
    body: z.strictObject({
      app: id,
      store: id,
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      /** Relative to the API root, with the query, e.g. `/products?limit=2`. */
      path: z.string().min(1).max(4_000).startsWith('/'),
      /** Raw JSON; empty for none. */
      body: z.string().max(200_000),
      /** Empty for none. */
      idempotencyKey: z.string().max(255),
    }),
    answer: answers<ApiAnswer>(),
  }),
};
