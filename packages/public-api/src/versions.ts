import type { z } from 'zod';
import type { InputOf } from '@commerce/http-contract/route.ts';
import { routes } from './2026-10/index.ts';
import { components } from './2026-10/schemas/components.ts';
import { events } from './2026-10/events/docs.ts';
import type { AnyRoute, ResultOf } from './route.ts';
import type { Scope } from './scopes.ts';

/** An event as OpenAPI describes it. */
export interface EventDoc {
  schema: z.ZodType;
  example: unknown;
  /** The scope without which it is not sent; null for one that every app receives. */
  scope: Scope | null;
}

/** A version of the API (contract, section 9; decisions, "Versions"). Dates are `YYYY-MM-DD`, from 00:00 UTC. */
export interface ApiVersion {
  /** Last segment of the base URL. */
  prefix: string;
  released: string;
  /** From when it is answered with `Deprecation` (RFC 9745). */
  deprecated?: string;
  /** When it stops, told in `Sunset` (RFC 8594). At least 12 months after the next version's release. */
  sunset?: string;
  /** By the names of operations: all versions share the handlers of the newest. */
  routes: Readonly<Record<string, AnyRoute>>;
  /** Resources by the names they have in OpenAPI. */
  components: Readonly<Record<string, z.ZodType>>;
  /** Events by their types. */
  events: Readonly<Record<string, EventDoc>>;
}

/** Every version that is answered, oldest first. */
export const versions: readonly ApiVersion[] = [
  { prefix: '2026-10', released: '2026-10-01', routes, components, events },
];

/** The newest version's endpoints: those that the handlers are written against. */
export type Routes = typeof routes;
/** The name of an endpoint. */
export type Operation = keyof Routes;
/** What a handler receives: path parameters, parsed query, parsed body. */
export type HandlerInput<Op extends Operation> = InputOf<Routes[Op]>;
/** What a handler answers: a message, or a page of messages. */
export type HandlerResult<Op extends Operation> = ResultOf<Routes[Op]>;
/** A handler for every endpoint. */
export type Handlers<Context> = {
  [Op in Operation]: (context: Context, input: HandlerInput<Op>) => Promise<HandlerResult<Op>>;
};
