import type { z } from 'zod';
import { defineRoute, type Declared, type Route as HttpRoute } from '@commerce/http-contract/route.ts';
import type { ProblemCode } from './problem.ts';
import type { Scope } from './scopes.ts';

/** Whether a write takes an `Idempotency-Key` (contract, section 4, "Idempotency"). */
export type Idempotency = 'required' | 'optional' | 'none';

/** What the installation may see beyond the resource itself. */
export interface Grants {
  /** It holds `read_costs`: `cost` and `cogs` are told. */
  costs: boolean;
}

/** The grants of an installation without `read_costs`. */
export const NO_GRANTS: Grants = { costs: false };

/**
 * A kind of resource that services send encoded, as it is stored. Who renders it may keep the result: the same bytes with the
 * same grants are always told alike.
 */
export interface Resource<Message = never, Json = unknown> {
  /** Tells kinds apart where rendered resources of several are kept. */
  name: string;
  /** Reads the message, whose first field is the id. */
  decode(bytes: Uint8Array): Message;
  present(message: Message, grants: Grants): Json;
}

/** A page of a collection as a handler answers it; the gateway has sealed the cursor. */
export interface Page<Message> {
  items: readonly Message[];
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}

/** An endpoint as data: router, checks, OpenAPI and tests are made from it. */
export interface Route<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Output = unknown,
  Result = never,
> extends HttpRoute<Path, Query, Body> {
  /** The permission it needs; null when any valid token will do. */
  scope: Scope | null;
  idempotency: Idempotency;
  success: {
    status: 200 | 201;
    /** The whole body, envelope included. */
    schema: z.ZodType<Output>;
    example: Output;
  };
  /** Codes it can answer beyond those that every route can (`universalErrors`). */
  errors: readonly ProblemCode[];
  /** One line, for OpenAPI. */
  summary: string;
  /** Markdown, for OpenAPI. */
  description: string;
  /** The resource it belongs to, for OpenAPI. */
  tag: string;
  /** From what the handler answered to the body. Called once per response, so written for speed. */
  // A method, not a property: its parameter is compared bivariantly, so that routes of any result fit in one registry.
  present(result: Result, grants: Grants): Output;
  /** Set when the handler answers encoded messages of this kind, which the gateway renders one by one. */
  resource?: Resource;
}

/** Any route, whatever its types. */
export type AnyRoute = Route<string, z.ZodObject, z.ZodType | undefined>;

/** Declares a route, its types inferred from its schemas and its presenter. */
export function route<
  const Path extends `/${string}`,
  Query extends z.ZodObject,
  Output,
  Result,
  Body extends z.ZodType | undefined = undefined,
>(declared: Declared<Route<Path, Query, Body, Output, Result>>): Route<Path, Query, Body, Output, Result> {
  return defineRoute<Route<Path, Query, Body, Output, Result>>(declared, {});
}

/** The codes that a route can answer whatever it does: from its scope, its body and its idempotency. 429 comes on top. */
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

/** What a handler of the route answers. */
export type ResultOf<R> = R extends { present(result: infer Result, grants: Grants): unknown }
  ? Result
  : never;
