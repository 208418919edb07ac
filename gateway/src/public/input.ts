import type { Request } from 'express';
import { parseBody, parseQuery } from '@commerce/public-api/query.ts';
import type { AnyRoute } from '@commerce/public-api/route.ts';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { readBody } from '../http/body.ts';

/** A request's parameters, query and body, validated. */
export interface Input {
  params: never;
  query: never;
  body: never;
}

/**
 * Validates what a request asks against its route.
 * @throws Fault `invalid_request` with every problem of query and body at once; 413 and 415 of the body
 */
export async function parseInput(route: AnyRoute, req: Request): Promise<Input> {
  const query = queryOf(route, req.url);
  const body =
    route.body === undefined
      ? { ok: true as const, value: undefined }
      : parseBody(route.body, await readJson(req));
  const details = [...(query.ok ? [] : query.details), ...(body.ok ? [] : body.details)];
  if (!query.ok || !body.ok) throw invalidRequest(details);
  return { params: req.params as never, query: query.value as never, body: body.value as never };
}

const withoutQuery = new WeakMap<AnyRoute, ReturnType<typeof parseQuery>>();

/** Most gets by id have no query at all: what their schema makes of nothing is found out once. */
function queryOf(route: AnyRoute, url: string): ReturnType<typeof parseQuery> {
  const mark = url.indexOf('?');
  if (mark !== -1) return parseQuery(route.query, new URLSearchParams(url.slice(mark + 1)));
  let parsed = withoutQuery.get(route);
  if (parsed === undefined)
    withoutQuery.set(route, (parsed = parseQuery(route.query, new URLSearchParams())));
  return parsed;
}

async function readJson(req: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '')) {
    throw new Fault('unsupported_media_type', 'The body must be JSON, with Content-Type: application/json.');
  }
  const bytes = await readBody(req);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidRequest([
      { reason: 'malformed_json', message: 'The body is not well-formed JSON in UTF-8.' },
    ]);
  }
}

function invalidRequest(details: FaultDetail[]): Fault {
  return new Fault('invalid_request', 'The request is not valid; details tells every problem found.', {
    details,
  });
}
