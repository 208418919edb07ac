import type * as z from 'zod';
import {
  defineRoute,
  type Declared,
  type QuerySchema,
  type Route as HttpRoute,
} from '@commerce/http-contract/route.ts';
import type { ProblemCode } from './problem.ts';
import type { Scope } from './scopes.ts';

/** Support of a route for `Idempotency-Key` (contract, section 4, "Idempotency"). */
export type Idempotency = 'required' | 'optional' | 'none';

/** Optional data that an installation may read. */
export interface Grants {
  /** Scope `read_costs`: `cost` and `cogs` are included. */
  costs: boolean;
}

/** Grants of an installation without `read_costs`. */
export const NO_GRANTS: Grants = { costs: false };

/**
 * Kind of resource that services send encoded, as it is stored. The result may be cached: the same bytes with the same
 * grants always have the same JSON.
 */
export interface Resource<Message = never, Json = unknown> {
  /** Decodes the message, whose first field is the id. */
  decode(bytes: Uint8Array): Message;
  present(message: Message, grants: Grants): Json;
}

/** Page of a collection as a handler returns it, with the cursor as sealed by the gateway. */
export interface Page<Message> {
  items: readonly Message[];
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}

/** Endpoint as data: router, checks, OpenAPI and tests are derived from it. The path is relative to the version's prefix. */
export interface Route<
  Path extends string = string,
  Query extends QuerySchema = QuerySchema,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Output = unknown,
  Result = never,
> extends HttpRoute<Path, Query, Body> {
  /** Required scope; null if any valid token is sufficient. */
  scope: Scope | null;
  idempotency: Idempotency;
  success: {
    status: 200 | 201;
    /** Complete body with its envelope. */
    schema: z.ZodType<Output>;
    example: Output;
  };
  /** Error codes in addition to those of every route (`universalErrors`). */
  errors: readonly ProblemCode[];
  /** One line, for OpenAPI. */
  summary: string;
  /** Markdown, for OpenAPI. */
  description: string;
  /** Group in OpenAPI. */
  tag: string;
  /** Converts the handler's result to the body. Called once per response, so written for speed. */
  // A method, not a property: its parameter is compared bivariantly, so that routes of any result fit in one registry.
  present(result: Result, grants: Grants): Output;
  /**
   * Names of query parameters and body fields that differ from those of the handler's input, by the latter: handlers and services report problems with them.
   * A nested field is named by its path, e.g. `weight.value`.
   */
  fieldNames?: Readonly<Record<string, string>>;
  /** Set if the handler returns encoded messages of this kind, which the gateway renders one by one. */
  resource?: Resource;
}

/** Route of any type. */
export type AnyRoute = Route<string, QuerySchema, z.ZodType | undefined>;

/** Declares a route; types are inferred from its schemas and its presenter. */
export function route<
  const Path extends `/${string}`,
  Query extends QuerySchema,
  Output,
  Result,
  Body extends z.ZodType | undefined = undefined,
>(declared: Declared<Route<Path, Query, Body, Output, Result>>): Route<Path, Query, Body, Output, Result> {
  return defineRoute<Route<Path, Query, Body, Output, Result>>(declared, {});
}

/** Error codes that follow from the scope, body and idempotency of a route, in addition to 429. */
export function universalErrors(of: Pick<AnyRoute, 'scope' | 'body' | 'idempotency'>): ProblemCode[] {
  return [
    'invalid_request',
    'invalid_token',
    ...(of.scope === null ? [] : (['insufficient_scope'] as const)),
    'method_not_allowed',
    ...(of.body === undefined ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    ...(of.idempotency === 'none' ? [] : (['conflict', 'idempotency_conflict'] as const)),
    'server_error',
    'unavailable',
    'timeout',
  ];
}

/** Result type of a route's handler. */
export type ResultOf<R> = R extends { present(result: infer Result, grants: Grants): unknown }
  ? Result
  : never;
