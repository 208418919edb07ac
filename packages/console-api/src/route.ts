import * as z from 'zod';
import {
  defineRoute,
  type CallerInputOf,
  type Declared,
  type Route as HttpRoute,
} from '@commerce/http-contract/route.ts';
import type { Access } from './access.ts';
import type { FileAnswer } from './json.ts';

/** Response of a route: JSON of this type, or a file. Only the type matters; `file` distinguishes the two for the gateway. */
export interface Answers<T> {
  file: boolean;
  /** Never set: carries the type. */
  type?: T;
}

/** File sent as the request body instead of JSON. */
export interface Upload {
  /** Accepted media types. */
  types: readonly string[];
  /** Maximum size in bytes. */
  maxBytes: number;
}

/** Endpoint of the console API as data: the gateway's router, the browser's calls and the tests are derived from it. */
export interface ConsoleRoute<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer = unknown,
> extends HttpRoute<Path, Query, Body> {
  /** Allowed callers. A store permission needs `:store` in the path, developer access needs `:developer`. */
  access: Access;
  /** Set when the body is a file; then there is no JSON body. */
  upload: Upload | undefined;
  answer: Answers<Answer>;
}

/** Route of any type. */
export type AnyConsoleRoute = ConsoleRoute;

const NO_QUERY = z.strictObject({});

/** Declares a route below `/console/api`; types are inferred from its schemas and from `answers`. */
export function consoleRoute<
  const Path extends `/console/api/${string}`,
  Answer,
  // A route without a query schema takes no query.
  Query extends z.ZodObject = typeof NO_QUERY,
  Body extends z.ZodType | undefined = undefined,
>(
  declared: Declared<ConsoleRoute<Path, Query, Body, Answer>, 'query' | 'upload'>,
): ConsoleRoute<Path, Query, Body, Answer> {
  return defineRoute<ConsoleRoute<Path, Query, Body, Answer>, 'query' | 'upload'>(declared, {
    query: NO_QUERY as unknown as Query,
    upload: undefined,
  });
}

/** JSON response of the given type. */
export const answers = <T>(): Answers<T> => ({ file: false });

/** File download response. */
export const answersFile = (): Answers<FileAnswer> => ({ file: true });

/** Items of a page, unless the query sets a limit. */
export const PAGE_SIZE = 50;

/** Paging fields of a list query: spread them into its strictObject. */
export const pageQuery = {
  /** `nextCursor` of the previous page. */
  cursor: z.string().min(1).max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(PAGE_SIZE),
};

/** Ids separated by commas. */
export const idList = (max: number) =>
  z
    .string()
    .min(1)
    .max(max * 65)
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().min(1).max(64)).max(max));

/**
 * Version of an editable entity as the page read it. Opaque; a change based on another version is refused: 409
 * `changed_since_read`.
 */
export const version = z.string().min(1).max(64);

export interface PageOf<Item> {
  items: Item[];
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}

/** Input of a route's caller: path parameters, the query and the body, each before parsing; a file instead of a JSON body. */
export type InputOf<R> = CallerInputOf<R, Blob>;

/** Response type of a route. */
export type AnswerOf<R> = R extends { answer: Answers<infer Answer> } ? Answer : never;
