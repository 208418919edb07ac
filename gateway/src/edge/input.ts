import type { Request } from 'express';
import * as z from 'zod';
import { parametersOf, parseBody, parseQuery, type Parsed } from '@commerce/public-api/query.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import { Fault, INVALID_REQUEST, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { MAX_BODY_BYTES, readBody } from './body.ts';
import { JsonRejected, parseJson } from './json.ts';
import { utf8MediaType } from './media-type.ts';
import type { CheckCursor } from './cursor.ts';

/** Validated parameters, query and body of a request. */
export interface Input {
  params: never;
  query: never;
  body: never;
  /** Body as parsed from JSON, not validated; undefined if there is none. */
  rawBody: unknown;
}

const NO_FIELDS = z.strictObject({});
const NO_BODY: Parsed<undefined> = { ok: true, value: undefined };
/** Maximum size of an unexpected body that is read to name its unknown fields, in bytes. */
const MAX_UNEXPECTED_BYTES = 16 * 1024;

/** Schemas of a route. */
type Schemas = Pick<AnyRoute, 'query' | 'body'>;

/** Options of `parseInput`. */
interface InputOptions {
  /** Problems in other parts of the request, reported together with those of query and body. */
  found?: FaultDetail[];
  maxBytes?: number;
  /** For a route with a cursor: called only when the request is rejected, so that all its problems are reported. */
  checkCursor?: CheckCursor;
  /** Body, if it has been read already. */
  received?: ReceivedBody | undefined;
}

/** Received body of a request. */
export interface ReceivedBody {
  /** Parsed JSON; undefined if there is none. */
  value?: unknown;
  bytes?: Buffer;
  /** Reason why the body is not acceptable JSON. */
  fault?: Fault;
}

/**
 * Validates a request against its route.
 * @throws Fault `invalid_request` with every problem at once; 413 and 415 for the body
 */
export async function parseInput(
  route: Schemas,
  req: Request,
  { found = [], maxBytes = MAX_BODY_BYTES, checkCursor, received }: InputOptions = {},
): Promise<Input> {
  const query = queryOf(route, req.url);
  const { value: rawBody, fault } =
    route.body === undefined ? {} : (received ?? (await receiveBody(req, maxBytes)));
  if (fault !== undefined) throw fault;
  const body = route.body === undefined ? await rejectBody(req) : parseBody(route.body, rawBody);
  const details = [...found, ...(query.ok ? [] : query.details), ...(body.ok ? [] : body.details)];
  if (details.length > 0) throw invalidRequest([...details, ...cursorProblems(route, req.url, checkCursor)]);
  return {
    params: req.params as never,
    query: (query.ok && query.value) as never,
    body: (body.ok && body.value) as never,
    rawBody,
  };
}

function cursorProblems(route: Schemas, url: string, check: CheckCursor | undefined): FaultDetail[] {
  const params = searchOf(url);
  const parameters = parametersOf(route.query);
  const [cursor, ...more] = params.getAll('cursor');
  if (check === undefined || !cursor || more.length > 0 || !('cursor' in parameters)) return [];
  for (const name of Array.from(params.keys()))
    if (name === 'cursor' || name === 'limit' || !(name in parameters)) params.delete(name);
  const query = parseQuery(route.query, params);
  const { limit: _limit, ...filters } = query.ok ? query.value : {};
  const problem = check(cursor, query.ok ? filters : undefined);
  return problem === undefined ? [] : [problem];
}

/** The query of a request. @param url its path and query */
export const searchOf = (url: string): URLSearchParams => {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
};

/** Validates the query of a request whose body is a file. @throws Fault `invalid_request` */
export function parseQueryOf(route: Schemas, req: Request, found: FaultDetail[]): unknown {
  const query = queryOf(route, req.url);
  const details = [...found, ...(query.ok ? [] : query.details)];
  if (details.length > 0) throw invalidRequest(details);
  return query.ok && query.value;
}

const withoutQuery = new WeakMap<Schemas, ReturnType<typeof parseQuery>>();

/** Most gets by id have no query: the result of parsing an empty one is kept per route. */
function queryOf(route: Schemas, url: string): ReturnType<typeof parseQuery> {
  if (url.includes('?')) return parseQuery(route.query, searchOf(url));
  let parsed = withoutQuery.get(route);
  if (parsed === undefined)
    withoutQuery.set(route, (parsed = parseQuery(route.query, new URLSearchParams())));
  return parsed;
}

/**
 * Reads the JSON body of a write.
 * @param ofAnyType reads a body that is not JSON as well, because a fingerprint needs its bytes
 * @throws Fault 413 and, unless `ofAnyType`, 415
 */
export async function receiveBody(
  req: Request,
  maxBytes = MAX_BODY_BYTES,
  ofAnyType = false,
): Promise<ReceivedBody> {
  const isJson = utf8MediaType(req.headers) === 'application/json';
  if (!isJson && !ofAnyType) throw unsupported();
  const bytes = await readBody(req, maxBytes);
  if (!isJson) return { bytes, fault: unsupported() };
  try {
    return { bytes, value: parseJson(bytes) };
  } catch (error) {
    if (!(error instanceof JsonRejected)) throw error;
    return { bytes, fault: invalidRequest([{ reason: 'malformed_json', message: error.message }]) };
  }
}

/** Problems of a body sent to a route without one: every field is unknown. */
async function rejectBody(req: Request): Promise<Parsed<undefined>> {
  if (!hasBody(req)) return NO_BODY;
  const bytes = await readBody(req, MAX_UNEXPECTED_BYTES).catch(() => undefined);
  if (bytes?.length === 0) return NO_BODY;
  const fields = bytes === undefined ? undefined : fieldsOf(bytes);
  if (fields === undefined)
    return { ok: false, details: [{ reason: 'unknown_field', message: 'This request has no body.' }] };
  const parsed = parseBody(NO_FIELDS, fields);
  return parsed.ok ? NO_BODY : parsed;
}

/** Body as an object; undefined if it is not a JSON object. */
function fieldsOf(bytes: Uint8Array): object | undefined {
  try {
    const value = parseJson(bytes);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const unsupported = (): Fault =>
  new Fault(
    'unsupported_media_type',
    'The body must be uncompressed JSON in UTF-8, with Content-Type: application/json.',
  );

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Rejection of a request with every problem found. */
export const invalidRequest = (details: FaultDetail[]): Fault =>
  new Fault('invalid_request', INVALID_REQUEST, { details });
