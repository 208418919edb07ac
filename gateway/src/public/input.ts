import type { Request } from 'express';
import { z } from 'zod';
import { parseBody, parseQuery } from '@commerce/public-api/query.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { readBody } from '../http/body.ts';
import { hasRepeatedName } from '../http/json-members.ts';
import { utf8MediaType } from '../http/media-type.ts';

/** A request's parameters, query and body, validated. */
export interface Input {
  params: never;
  query: never;
  body: never;
  /** The body as it came, parsed and no more; undefined where there is none. */
  rawBody: unknown;
}

/** What a body may hold where a route has none. */
const NO_BODY = z.strictObject({});

/** The parts of a route that tell what may be asked. */
type Asked = Pick<AnyRoute, 'method' | 'query' | 'body'>;

/** A request's body as it came. */
export interface ReceivedBody {
  /** The parsed JSON; undefined where there is none. */
  value?: unknown;
  bytes?: Buffer;
  /** Why it is not the JSON that the API takes. */
  fault?: Fault;
}

/**
 * Validates what a request asks against its route.
 * @param found problems of other parts of the request, told together with those of query and body
 * @param received the body, when it was read already
 * @throws Fault `invalid_request` with every problem at once; 413 and 415 of the body
 */
export async function parseInput(
  route: Asked,
  req: Request,
  found: FaultDetail[] = [],
  received?: ReceivedBody,
): Promise<Input> {
  const query = queryOf(route, req.url);
  const { value: rawBody, fault } =
    route.method === 'GET' ? {} : (received ?? (await receiveBody(route, req)));
  if (fault !== undefined) throw fault;
  const body =
    route.method === 'GET'
      ? { ok: true as const, value: undefined }
      : parseBody(route.body ?? NO_BODY, rawBody ?? {});
  const details = [...found, ...(query.ok ? [] : query.details), ...(body.ok ? [] : body.details)];
  if (details.length > 0) throw invalidRequest(details);
  return {
    params: req.params as never,
    query: (query.ok && query.value) as never,
    body: (body.ok && body.value) as never,
    rawBody,
  };
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
 * Reads the body of a write.
 * @param ofAnyType whether a body that is not JSON is read as well: a fingerprint needs its bytes
 * @throws Fault 413 and, unless it is read, 415
 */
export async function receiveBody(route: Asked, req: Request, ofAnyType = false): Promise<ReceivedBody> {
  if (route.body === undefined && !hasBody(req)) return {};
  const isJson = utf8MediaType(req.headers) === 'application/json';
  if (!isJson && !ofAnyType) throw unsupported();
  const bytes = await readBody(req);
  if (!isJson) return { bytes, fault: unsupported() };
  try {
    return { bytes, value: parseJson(bytes) };
  } catch (fault) {
    return { bytes, fault: fault as Fault };
  }
}

/** @throws Fault `malformed_json` */
function parseJson(bytes: Buffer): unknown {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not well-formed JSON in UTF-8.');
  }
  if (hasRepeatedName(text, value)) throw malformed('An object of the body has a field twice.');
  return value;
}

const unsupported = (): Fault =>
  new Fault(
    'unsupported_media_type',
    'The body must be JSON in UTF-8, not compressed, with Content-Type: application/json.',
  );

const malformed = (message: string): Fault => invalidRequest([{ reason: 'malformed_json', message }]);

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function invalidRequest(details: FaultDetail[]): Fault {
  return new Fault('invalid_request', 'The request is not valid; details tells every problem found.', {
    details,
  });
}
