import * as z from 'zod';
import { answers, consoleRoute } from '../route.ts';

const access = { developer: 'member' } as const;
const id = z.string().min(1).max(64);

/** Query parameter or body field of an operation, as documented. */
export interface ApiField {
  name: string;
  /** JSON type, e.g. `integer`; several are joined by ` | `. */
  type: string;
  about: string;
  required: boolean;
  /** Empty for none. */
  example: string;
  /** Allowed values; empty if not limited to a list. */
  values: string[];
}

/** Operation of the public API, as documented. */
export interface ApiOperation {
  name: string;
  /** Resource that the documentation groups the operation by. */
  tag: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `{id}`. */
  path: string;
  summary: string;
  /** Required scope; null for none. */
  scope: string | null;
  /** Parameters of the path, with an example id of that kind of resource. */
  pathParameters: { name: string; example: string }[];
  query: ApiField[];
  /** Example request body as JSON; empty for a request without one. */
  body: string;
  /** Fields of the body; empty for a request without one. */
  bodyFields: ApiField[];
  /** Requires an Idempotency-Key. */
  needsKey: boolean;
}

/** Event of the public API, as documented. */
export interface ApiEvent {
  type: string;
  /** Version of the API that the sample and the fields have. */
  version: string;
  /** Required scope; null for an event that every app receives. */
  scope: string | null;
  /** Example body as JSON. */
  sample: string;
  /** Fields of the body, nested ones as `data.id`. */
  fields: ApiField[];
}

/** Response of the public API. */
export interface ApiAnswer {
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  /** The body was truncated. */
  cut: boolean;
  durationMs: number;
  /** The app was not installed on the store before. */
  installed: boolean;
}

export const explorerRoutes = {
  /** Data of the API explorer: the developer's apps and stores, and every operation of the public API. */
  explorer: consoleRoute({
    method: 'GET',
    path: '/console/api/developers/:developer/explorer',
    access,
    answer: answers<{
      /** Newest version of the API, e.g. `2026-10`. */
      version: string;
      apps: { id: string; name: string; scopes: string[] }[];
      stores: { id: string; name: string }[];
      operations: ApiOperation[];
    }>(),
  }),
  /** Event catalog: every event that apps can receive, and the developer's apps. */
  events: consoleRoute({
    method: 'GET',
    path: '/console/api/developers/:developer/events',
    access,
    answer: answers<{ apps: { id: string; name: string }[]; events: ApiEvent[] }>(),
  }),
  /**
   * Sends a request to the public API on behalf of one of the developer's apps, on one of its test stores. Installs the app
   * there if it is not installed. 409 `not_installed` for another store, `install_limit_reached`, `suspended`.
   */
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
      /** Grants the installation all scopes of the app first. */
      allScopes: z.boolean().default(false),
    }),
    answer: answers<ApiAnswer>(),
  }),
};
