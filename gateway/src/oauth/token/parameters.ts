import type { Request } from 'express';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { readBody } from '../../http/body.ts';
import { hasRepeatedName } from '../../http/json-members.ts';
import { utf8MediaType } from '../../http/media-type.ts';
import { TokenRequestError } from './answers.ts';

/** The parameters of a token request; one without a value counts as not sent (RFC 6749, 3.2). */
export type Parameters = ReadonlyMap<string, string>;

const MAX_BYTES = 64 * 1024;

/**
 * Reads a body, form or JSON (contract, section 5, step 2).
 * @throws TokenRequestError when it is neither, not well-formed, too large, or holds a parameter twice
 */
export async function readParameters(req: Request): Promise<Parameters> {
  const type = utf8MediaType(req.headers);
  const json = type === 'application/json';
  if (!json && type !== 'application/x-www-form-urlencoded') {
    throw invalid('The body must be application/x-www-form-urlencoded or application/json, in UTF-8.');
  }
  const text = (await boundedBody(req)).toString('utf8');
  return json ? fromJson(text) : fromForm(text);
}

const invalid = (description: string): TokenRequestError =>
  new TokenRequestError('invalid_request', description);
const twice = (): TokenRequestError => invalid('A parameter is present more than once.');

async function boundedBody(req: Request): Promise<Buffer> {
  try {
    return await readBody(req, MAX_BYTES);
  } catch (error) {
    if (toFault(error).code !== 'payload_too_large') throw error;
    throw new TokenRequestError('invalid_request', `The body is larger than ${MAX_BYTES} bytes.`, 413);
  }
}

function fromForm(text: string): Parameters {
  const pairs = [...new URLSearchParams(text)];
  const parameters = new Map(pairs);
  if (parameters.size !== pairs.length) throw twice();
  return withoutEmpty(parameters);
}

function fromJson(text: string): Parameters {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The body is not well-formed JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body must be a JSON object.');
  }
  const entries = Object.entries(value);
  if (hasRepeatedName(text, value)) throw twice();
  const strings = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const wrong = entries.find(([, each]) => typeof each !== 'string' && each !== null);
  if (wrong) throw invalid('The parameters must be strings.');
  return withoutEmpty(new Map(strings));
}

const withoutEmpty = (parameters: Map<string, string>): Parameters =>
  new Map([...parameters].filter(([, value]) => value !== ''));
