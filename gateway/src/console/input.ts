import type { Request } from 'express';
import type { AnyConsoleRoute, Upload } from '@commerce/console-api/route.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
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
  if (route.upload === undefined) return { ...(await parseInput(route, req, details)), upload: NONE, key };
  const { query } = await parseInput({ method: 'GET', query: route.query, body: undefined }, req, details);
  const upload = await readUpload(route.upload, req);
  return { query, body: undefined, rawBody: undefined, upload, key };
}

async function readUpload({ types, maxBytes }: Upload, req: Request): Promise<Buffer> {
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (!types.includes(type))
    throw new Fault('unsupported_media_type', `The body must be a file of type ${types.join(' or ')}.`);
  return readBody(req, maxBytes);
}
