import type { Request } from 'express';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { readBody } from '../../edge/body.ts';
import { JsonRejected, parseJson } from '../../edge/json.ts';
import { utf8MediaType } from '../../edge/media-type.ts';
import { TokenRequestError } from './responses.ts';

/** Parameters of a token request; one without a value counts as omitted (RFC 6749, 3.2). */
export type Parameters = ReadonlyMap<string, string>;

const MAX_BYTES = 64 * 1024;

/**
 * Reads a body, form or JSON (contract, section 5, step 2).
 * @throws TokenRequestError if it is neither, malformed, too large, or repeats a parameter
 */
export async function readParameters(req: Request): Promise<Parameters> {
  const type = utf8MediaType(req.headers);
  const json = type === 'application/json';
  if (!json && type !== 'application/x-www-form-urlencoded') {
    throw invalid('The body must be application/x-www-form-urlencoded or application/json, in UTF-8.');
  }
  const body = await boundedBody(req);
  return json ? fromJson(body) : fromForm(body.toString('utf8'));
}

const invalid = (description: string): TokenRequestError =>
  new TokenRequestError('invalid_request', description);
const twice = (): TokenRequestError => invalid('A parameter is present more than once.');

async function boundedBody(req: Request): Promise<Buffer> {
  try {
    return await readBody(req, MAX_BYTES);
  } catch (error) {
    if (toFault(error).code !== 'payload_too_large') throw error;
    throw new TokenRequestError('invalid_request', `The body exceeds ${MAX_BYTES} bytes.`, 413);
  }
}

function fromForm(text: string): Parameters {
  const pairs = [...new URLSearchParams(text)];
  const parameters = new Map(pairs);
  if (parameters.size !== pairs.length) throw twice();
  return withoutEmpty(parameters);
}

function fromJson(body: Uint8Array): Parameters {
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body must be a JSON object.');
  }
  const entries = Object.entries(value);
  const strings = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const wrong = entries.find(([, each]) => typeof each !== 'string' && each !== null);
  if (wrong) throw invalid('The parameters must be strings.');
  return withoutEmpty(new Map(strings));
}

function parsed(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    throw error instanceof JsonRejected ? invalid(error.message) : error;
  }
}

const withoutEmpty = (parameters: Map<string, string>): Parameters =>
  new Map([...parameters].filter(([, value]) => value !== ''));
