import type { z } from 'zod';
import type { InputOf } from '@commerce/http-contract/route.ts';
import { routes } from './2026-10/index.ts';
import { components } from './2026-10/schemas/components.ts';
import { events } from './2026-10/events/docs.ts';
import type { AnyRoute, ResultOf } from './route.ts';
import type { Scope } from './scopes.ts';

/** OpenAPI description of an event. */
export interface EventDoc {
  schema: z.ZodType;
  example: unknown;
  /** Required scope; null for an event that every app receives. */
  scope: Scope | null;
}

/** Version of the API (contract, section 9; decisions, "Versions"). Dates are `YYYY-MM-DD`, from 00:00 UTC. */
export interface ApiVersion {
  /** Last segment of the base URL. */
  prefix: string;
  released: string;
  /** Date from which responses have a `Deprecation` header (RFC 9745). */
  deprecated?: string;
  /** End of the version, sent in the `Sunset` header (RFC 8594). At least 12 months after the next version's release. */
  sunset?: string;
  /** Routes by operation; all versions share the handlers of the newest. */
  routes: Readonly<Record<string, AnyRoute>>;
  /** Resources by their names in OpenAPI. */
  components: Readonly<Record<string, z.ZodType>>;
  /** Events by type. */
  events: Readonly<Record<string, EventDoc>>;
}

/** Supported versions, oldest first. */
export const versions: readonly ApiVersion[] = [
  { prefix: '2026-10', released: '2026-10-01', routes, components, events },
];

/** Routes of the newest version, which the handlers implement. */
export type Routes = typeof routes;
/** Name of a route. */
export type Operation = keyof Routes;
/** Input of a handler: path parameters, parsed query, parsed body. */
export type HandlerInput<Op extends Operation> = InputOf<Routes[Op]>;
/** Result of a handler: a message or a page of messages. */
export type HandlerResult<Op extends Operation> = ResultOf<Routes[Op]>;
/** Handlers by operation. */
export type Handlers<Context> = {
  [Op in Operation]: (context: Context, input: HandlerInput<Op>) => Promise<HandlerResult<Op>>;
};
