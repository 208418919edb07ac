import { z } from 'zod';
import type { Access } from './access.ts';
import type { FileAnswer } from './json.ts';

/** The HTTP methods of the console API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters in a path such as `/console/api/stores/:store`, as texts. */
export type PathParams<Path extends string> = { [Name in ParamNames<Path>]: string };

/** What a route answers: JSON of this type, or a file. Only the type counts; `file` tells the gateway which it is. */
export interface Answers<T> {
  file: boolean;
  /** Never set: carries the type. */
  type?: T;
}

/** A file that is sent as the request's body instead of JSON. */
export interface Upload {
  /** Media types that are taken. */
  types: readonly string[];
  /** Largest file, in bytes. */
  maxBytes: number;
}

/** An endpoint of the console API as data: the gateway's router, the browser's calls and the tests are made from it. */
export interface ConsoleRoute<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer = unknown,
> {
  method: Method;
  /** Begins with `/console/api`; parameters as `:name`. */
  path: Path;
  /** Who may call it. A permission in a store needs `:store` in the path, a developer's `:developer`. */
  access: Access;
  /** Strict; from the texts of the query string to typed values. */
  query: Query;
  /** Strict; undefined for a route without a JSON body. */
  body: Body;
  /** Set when the body is a file; then there is no JSON body. */
  upload: Upload | undefined;
  answer: Answers<Answer>;
}

/** Any route, whatever its types. */
export type AnyConsoleRoute = ConsoleRoute;

const NO_QUERY = z.strictObject({});

type Declared<
  Path extends string,
  Query extends z.ZodObject,
  Body extends z.ZodType | undefined,
  Answer,
> = Pick<ConsoleRoute<Path, Query, Body, Answer>, 'method' | 'path' | 'access' | 'answer'> & {
  query?: Query;
  body?: Body;
  upload?: Upload;
};

/** Declares a route, its types inferred from its schemas and from `answers`. */
export function consoleRoute<
  const Path extends `/console/api/${string}`,
  Answer,
  // Without a query there is none to give.
  Query extends z.ZodObject = typeof NO_QUERY,
  Body extends z.ZodType | undefined = undefined,
>(declared: Declared<Path, Query, Body, Answer>): ConsoleRoute<Path, Query, Body, Answer> {
  const { query = NO_QUERY, body, upload, ...rest } = declared;
  return { ...rest, query, body, upload } as unknown as ConsoleRoute<Path, Query, Body, Answer>;
}

/** A route that answers JSON of that type. */
export const answers = <T>(): Answers<T> => ({ file: false });

/** A route that answers a file to be saved. */
export const answersFile = (): Answers<FileAnswer> => ({ file: true });

/** The fields of a query that chooses a page of a list: put them into its strictObject. */
export const pageQuery = {
  /** The `nextCursor` of the page before. */
  cursor: z.string().min(1).max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

/** Names what a page read of something editable. Opaque; a change of another version is refused: 409 `changed_since_read`. */
export const version = z.string().min(1).max(64);

/** A page of a list. */
export interface PageOf<Item> {
  items: Item[];
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}

/** What a caller of the route gives: texts of the path, the query before it is parsed, the body before it is parsed. */
export type InputOf<R> =
  R extends ConsoleRoute<infer Path, infer Query, infer Body, infer _Answer>
    ? (keyof PathParams<Path> extends never ? { params?: undefined } : { params: PathParams<Path> }) &
        (Record<never, never> extends z.input<Query>
          ? { query?: z.input<Query> | undefined }
          : { query: z.input<Query> }) &
        (Body extends z.ZodType ? { body: z.input<Body> } : { body?: Blob | undefined })
    : never;

/** What a route answers. */
export type AnswerOf<R> = R extends { answer: Answers<infer Answer> } ? Answer : never;
