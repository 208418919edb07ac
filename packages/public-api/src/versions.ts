import type * as z from 'zod';
import type { InputOf, QuerySchema } from '@commerce/http-contract/route.ts';
import { routes } from './2026-10/index.ts';
import { EVENT_SHAPES } from './2026-10/events/types.ts';
import { components } from './2026-10/schemas/components.ts';
import { eventSchemas } from './2026-10/schemas/event-types.ts';
import { eventDocs } from './events/docs.ts';
import type { EventVersion } from './events/versions.ts';
import type { AnyRoute, Grants, ResultOf } from './route.ts';
import type { Scope } from './scopes.ts';

/** OpenAPI description of an event. */
export interface EventDoc {
  schema: z.ZodType;
  example: unknown;
  /** Required scope; null for an event that every app receives. */
  scope: Scope | null;
}

/** Version of the API (contract, section 9; decisions, "Versions"). Dates are `YYYY-MM-DD`, from 00:00 UTC. */
export interface ApiVersion extends EventVersion {
  released: string;
  /** Date of its deprecation, which may be in the future, sent in the `Deprecation` header (RFC 9745). */
  deprecated?: string;
  /**
   * Date sent in the `Sunset` header (RFC 8594), at least 12 months after the next version's release. The version works until it is
   * removed from the registry.
   */
  sunset?: string;
  /** Routes by operation. All versions share the handlers, whose input and result are those of `Routes`. */
  routes: Readonly<Record<string, AnyRoute>>;
  /** Resources by their names in OpenAPI. */
  components: Readonly<Record<string, z.ZodType>>;
  /** Events by type. */
  events: Readonly<Record<string, EventDoc>>;
}

/** Registry of versions, oldest first. */
export type ApiVersions = readonly ApiVersion[];

/** Supported versions, the same as in `eventVersions`. */
export const versions: ApiVersions = [
  {
    prefix: '2026-10',
    released: '2026-10-01',
    routes,
    components,
    events: eventDocs(eventSchemas, EVENT_SHAPES),
    eventShapes: EVENT_SHAPES,
  },
];

/** Newest version of a registry. */
export const newestOf = (registry: ApiVersions): ApiVersion => registry.at(-1)!;

/** Routes of the newest version, which the handlers implement. */
export type Routes = typeof routes;
/** Name of a route. */
export type Operation = keyof Routes;
/** Input of a handler: path parameters, parsed query, parsed body. */
export type HandlerInput<Op extends Operation> = InputOf<Routes[Op]>;
/** Result of a handler: a message or a page of messages. */
export type HandlerResult<Op extends Operation> = ResultOf<Routes[Op]>;
/** Routes of any version: they convert requests to the input of the handlers, and present their results. */
export type VersionRoutes = {
  readonly [Op in Operation]?: Omit<AnyRoute, 'query' | 'body' | 'present'> & {
    query: QuerySchema & z.ZodType<HandlerInput<Op>['query']>;
    body: Routes[Op]['body'] extends z.ZodType ? z.ZodType<HandlerInput<Op>['body']> : undefined;
    present(result: HandlerResult<Op>, grants: Grants): unknown;
  };
};
/** Handlers by operation. */
export type Handlers<Context> = {
  [Op in Operation]: (context: Context, input: HandlerInput<Op>) => Promise<HandlerResult<Op>>;
};
