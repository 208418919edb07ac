import type { Request } from 'express';
import { z } from 'zod';
import { parseBody, parseQuery, type Parsed } from '@commerce/public-api/query.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { MAX_BODY_BYTES, readBody } from './body.ts';
import { JsonRefused, parseJson } from './json.ts';
import { utf8MediaType } from './media-type.ts';
import type { CheckCursor } from './cursor.ts';

/** A request's parameters, query and body, validated. */
export interface Input {
  params: never;
  query: never;
  body: never;
  /** The body as it came, parsed and no more; undefined where there is none. */
  rawBody: unknown;
}

const NO_FIELDS = z.strictObject({});
const NO_BODY: Parsed<undefined> = { ok: true, value: undefined };
/** Largest body that is read to name the fields that the route does not know. */
const MAX_UNKNOWN_BYTES = 16 * 1024;

/** The parts of a route that tell what may be asked. */
type Asked = Pick<AnyRoute, 'query' | 'body'>;

/** Settings of `parseInput` beyond the route. */
interface InputOptions {
  /** Problems of other parts of the request, reported together with those of query and body. */
  found?: FaultDetail[];
  maxBytes?: number;
  /** Of a route with a cursor: looked at here only when the request is refused, so that all its problems are reported. */
  checkCursor?: CheckCursor;
  /** The body, when it was read already. */
  received?: ReceivedBody | undefined;
}

/** A request's body as it came. */
export interface ReceivedBody {
  /** The parsed JSON; undefined where there is none. */
  value?: unknown;
  bytes?: Buffer;
  /** Why it is not the JSON that the API takes. */
  fault?: Fault;
}

/**
 * Validates a request against its route.
 * @throws Fault `invalid_request` with every problem at once; 413 and 415 of the body
 */
export async function parseInput(
  route: Asked,
  req: Request,
  { found = [], maxBytes = MAX_BODY_BYTES, checkCursor, received }: InputOptions = {},
): Promise<Input> {
  const query = queryOf(route, req.url);
  const { value: rawBody, fault } =
    route.body === undefined ? {} : (received ?? (await receiveBody(req, maxBytes)));
  if (fault !== undefined) throw fault;
  const body = route.body === undefined ? await refuseBody(req) : parseBody(route.body, rawBody);
  const details = [...found, ...(query.ok ? [] : query.details), ...(body.ok ? [] : body.details)];
  if (details.length > 0) throw invalidRequest([...details, ...cursorProblems(route, req.url, checkCursor)]);
  return {
    params: req.params as never,
    query: (query.ok && query.value) as never,
    body: (body.ok && body.value) as never,
    rawBody,
  };
}

function cursorProblems(route: Asked, url: string, check: CheckCursor | undefined): FaultDetail[] {
  const params = searchOf(url);
  const [cursor, ...more] = params.getAll('cursor');
  if (check === undefined || !cursor || more.length > 0 || !('cursor' in route.query.shape)) return [];
  for (const name of Array.from(params.keys()))
    if (name === 'cursor' || name === 'limit' || !(name in route.query.shape)) params.delete(name);
  const query = parseQuery(route.query, params);
  const { limit: _limit, ...filters } = query.ok ? query.value : {};
  const problem = check(cursor, query.ok ? filters : undefined);
  return problem === undefined ? [] : [problem];
}

const searchOf = (url: string): URLSearchParams => {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
};

/** Validates only the query of a request, whose body is a file. @throws Fault `invalid_request` */
export function parseQueryOf(route: Asked, req: Request, found: FaultDetail[]): unknown {
  const query = queryOf(route, req.url);
  const details = [...found, ...(query.ok ? [] : query.details)];
  if (details.length > 0) throw invalidRequest(details);
  return query.ok && query.value;
}

const withoutQuery = new WeakMap<Asked, ReturnType<typeof parseQuery>>();

/** Most gets by id have no query at all: what their schema makes of nothing is found out once. */
function queryOf(route: Asked, url: string): ReturnType<typeof parseQuery> {
  const mark = url.indexOf('?');
  if (mark !== -1) return parseQuery(route.query, new URLSearchParams(url.slice(mark + 1)));
  let parsed = withoutQuery.get(route);
  if (parsed === undefined)
    withoutQuery.set(route, (parsed = parseQuery(route.query, new URLSearchParams())));
  return parsed;
}

/**
 * Reads the JSON body of a write.
 * @param ofAnyType whether a body that is not JSON is read as well: a fingerprint needs its bytes
 * @throws Fault 413 and, unless it is read, 415
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
    if (!(error instanceof JsonRefused)) throw error;
    return { bytes, fault: invalidRequest([{ reason: 'malformed_json', message: error.message }]) };
  }
}
/** What a route without a body makes of one: its fields are unknown, whatever they are. */
async function refuseBody(req: Request): Promise<Parsed<undefined>> {
  if (!hasBody(req)) return NO_BODY;
  const bytes = await readBody(req, MAX_UNKNOWN_BYTES).catch(() => undefined);
  if (bytes?.length === 0) return NO_BODY;
  const fields = bytes === undefined ? undefined : fieldsOf(bytes);
  if (fields === undefined)
    return { ok: false, details: [{ reason: 'unknown_field', message: 'This request takes no body.' }] };
  const parsed = parseBody(NO_FIELDS, fields);
  return parsed.ok ? NO_BODY : parsed;
}

/** The object that a body is; undefined for any other body. */
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
    'The body must be JSON in UTF-8, not compressed, with Content-Type: application/json.',
  );

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function invalidRequest(details: FaultDetail[]): Fault {
  return new Fault('invalid_request', 'The request is not valid; see `details`.', {
    details,
  });
}
