import { z } from 'zod';
import { answers, consoleRoute } from '../route.ts';

const access = { developer: true } as const;
const id = z.string().min(1).max(64);

/** A request of the public API, as its documentation has it. */
export interface ApiOperation {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `{id}`. */
  path: string;
  summary: string;
  /** The scope that it needs; null for none. */
  scope: string | null;
  query: { name: string; about: string; required: boolean }[];
  /** An example of the body as JSON; empty for a request without one. */
  body: string;
  /** It wants an Idempotency-Key. */
  needsKey: boolean;
}

/** What the public API answered. */
export interface ApiAnswer {
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  /** The body is longer than what is told. */
  cut: boolean;
  durationMs: number;
}

export const explorerRoutes = {
  /** What the API explorer offers: the developer's apps and stores, and every request of the public API. */
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
  /** Sends a request to the public API in the name of an app of the developer on a store of its own. */
  explore: consoleRoute({
    method: 'POST',
    path: '/console/api/developers/:developer/explorer',
    access,
    body: z.strictObject({
      app: id,
      store: id,
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
      /** Below the API's root, with the query, e.g. `/products?limit=2`. */
      path: z.string().min(1).max(4_000).startsWith('/'),
      /** JSON as it is to be sent; empty for none. */
      body: z.string().max(200_000),
      /** Empty for none. */
      idempotencyKey: z.string().max(255),
    }),
    answer: answers<ApiAnswer>(),
  }),
};
