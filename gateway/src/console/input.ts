import type { Request } from 'express';
import type { AnyConsoleRoute, Upload } from '@commerce/console-api/route.ts';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { readBody } from '../http/body.ts';
import { parseInput } from '../public/input.ts';
import { readKey } from '../public/idempotency-key.ts';

/** What a request asks, validated. */
export interface ConsoleInput {
  query: unknown;
  body: unknown;
  /** The JSON body as it came; undefined without one. */
  rawBody: unknown;
  upload: Buffer;
  /** The Idempotency-Key of a change, if it has one. */
  key: string | undefined;
}

const NONE = Buffer.alloc(0);

/**
 * Validates a request against its route.
 * @throws Fault `invalid_request` with every problem at once; 413 and 415 of the body
 */
export async function readInput(route: AnyConsoleRoute, req: Request): Promise<ConsoleInput> {
  const { key, details } = readKey({ idempotency: route.method === 'GET' ? 'none' : 'optional' }, req);
  if (route.upload === undefined) {
    const { query, body, rawBody } = await parseInput(route, req, details);
    refuseUnstorable(req, rawBody);
    return { query, body, rawBody, upload: NONE, key };
  }
  const { query } = await parseInput({ method: 'GET', query: route.query, body: undefined }, req, details);
  refuseUnstorable(req, undefined);
  const upload = await readUpload(route.upload, req);
  return { query, body: undefined, rawBody: undefined, upload, key };
}

/** Most texts that a refusal names. */
const MOST_TOLD = 100;

/**
 * Refuses what no database stores: NUL and halves of surrogate pairs, in any text of the path, the query and the body. Past this point a
 * text may be searched for and kept.
 * @param body of a shape that its route takes, so that it is not deeper than that
 * @throws Fault `invalid_request` that names every such field
 */
function refuseUnstorable(req: Request, body: unknown): void {
  const fields = [
    ...Object.entries(req.params).flatMap(([name, value]) => unstorableIn(value, name)),
    ...[...searchOf(req.url)].flatMap(([name, value]) => unstorableIn(value, name)),
    ...unstorableIn(body, ''),
  ];
  if (fields.length === 0) return;
  const details: FaultDetail[] = fields.slice(0, MOST_TOLD).map((field) => ({
    reason: 'invalid_value',
    ...(field === '' ? {} : { field }),
    message: 'Must not contain NUL or unpaired surrogates.',
  }));
  throw new Fault('invalid_request', 'The request is not valid; details tells every problem found.', {
    details,
  });
}

const searchOf = (url: string): URLSearchParams => {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
};

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Where in a value such texts stand, as `items[0].name`; the bad name of a field is told as the object that has it. */
function unstorableIn(value: unknown, field: string): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [field];
  if (Array.isArray(value)) return value.flatMap((each, at) => unstorableIn(each, `${field}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (!isStorable(name)) return [field];
    return unstorableIn(each, field === '' ? name : `${field}.${name}`);
  });
}

async function readUpload({ types, maxBytes }: Upload, req: Request): Promise<Buffer> {
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (!types.includes(type))
    throw new Fault('unsupported_media_type', `The body must be a file of type ${types.join(' or ')}.`);
  return readBody(req, maxBytes);
}
