import type * as z from 'zod';

/** HTTP method of a route. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Schema of a query: its parameters by name, which `transform` may convert to the input of the handler. */
export type QuerySchema = z.ZodObject | (z.ZodType<Record<string, unknown>> & { in: z.ZodObject });

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Parameters in a path such as `/products/:id`, as strings. */
export type PathParams<Path extends string> = { [Name in ParamNames<Path>]: string };

/** Endpoint as data: routers, validation, documents and tests are derived from it. Each HTTP contract extends it. */
export interface Route<
  Path extends string = string,
  Query extends QuerySchema = QuerySchema,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: Method;
  /** Parameters as `:name`. */
  path: Path;
  /** Strict; parses query string values into typed values. */
  query: Query;
  /** Strict; undefined for a route without a JSON body. */
  body: Body;
}

/**
 * Declaration of a route of type `R`: the body is required if its type is a schema and must be absent otherwise;
 * `Optional` properties have defaults.
 */
export type Declared<R extends Route, Optional extends keyof R = never> = Omit<R, 'body' | Optional> &
  Partial<Pick<R, Optional>> &
  (R['body'] extends z.ZodType ? { body: R['body'] } : { body?: undefined });

/** Completes a declaration. The contracts wrap it, so that the types of a route are inferred from its schemas. */
export const defineRoute = <R extends Route, Optional extends keyof R = never>(
  declared: Declared<R, Optional>,
  defaults: Pick<R, Optional>,
): R => ({ body: undefined, ...defaults, ...declared }) as unknown as R;

/** Input of a route's handler: path parameters, and query and body as parsed. */
export type InputOf<R> =
  R extends Route<infer Path, infer Query, infer Body>
    ? {
        params: PathParams<Path>;
        query: z.output<Query>;
        body: Body extends z.ZodType ? z.output<Body> : undefined;
      }
    : never;

/** Input of a route's caller: path parameters, and query and body before parsing. `Otherwise` is the body of a route without a JSON body. */
export type CallerInputOf<R, Otherwise = undefined> =
  R extends Route<infer Path, infer Query, infer Body>
    ? (keyof PathParams<Path> extends never ? { params?: undefined } : { params: PathParams<Path> }) &
        (Record<never, never> extends z.input<Query>
          ? { query?: z.input<Query> | undefined }
          : { query: z.input<Query> }) &
        (Body extends z.ZodType ? { body: z.input<Body> } : { body?: Otherwise | undefined })
    : never;
