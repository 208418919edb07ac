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
  const query = parseQuery(route.query, searchParams(req.url));
  const body =
    route.body === undefined
      ? { ok: true as const, value: undefined }
      : parseBody(route.body, await readJson(req));
  const details = [...(query.ok ? [] : query.details), ...(body.ok ? [] : body.details)];
  if (!query.ok || !body.ok) throw invalidRequest(details);
  return { params: req.params as never, query: query.value as never, body: body.value as never };
}

function searchParams(url: string): URLSearchParams {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
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
