import { Readable } from 'node:stream';
import type { Request } from 'express';
import type { AnyConsoleRoute, Upload } from '@commerce/console-api/route.ts';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { isReadableLines, isStorable, UNREADABLE_LINES } from '@commerce/texts/readable.ts';
import { bodyParts, MAX_BODY_BYTES } from '../edge/body.ts';
import { parseInput, parseQueryOf } from '../edge/input.ts';
import { readKey } from '../edge/idempotency-key.ts';

/** What a request asks, validated. */
export interface ConsoleInput {
  query: unknown;
  body: unknown;
  /** The JSON body as it came; undefined without one. */
  rawBody: unknown;
  /** The file of a route that takes one, as it comes; empty on others. */
  upload: AsyncIterable<Buffer>;
  /** The Idempotency-Key of a change, if it has one. */
  key: string | undefined;
}

const NONE: AsyncIterable<Buffer> = Readable.from([]);
/** Largest JSON body of a caller who need not have a session. */
const MAX_ANONYMOUS_BODY_BYTES = 16 * 1024;

/**
 * Validates a request against its route.
 * @throws Fault `invalid_request` with every problem at once; 413 and 415 of the body
 */
export async function readInput(route: AnyConsoleRoute, req: Request): Promise<ConsoleInput> {
  const { key, details } = readKey({ idempotency: route.method === 'GET' ? 'none' : 'optional' }, req);
  if (route.upload === undefined) {
    const maxBytes = route.access === 'anyone' ? MAX_ANONYMOUS_BODY_BYTES : MAX_BODY_BYTES;
    const { query, body, rawBody } = await parseInput(route, req, { found: details, maxBytes });
    refuseBadTexts(req, rawBody);
    return { query, body, rawBody, upload: NONE, key };
  }
  const query = parseQueryOf(route, req, details);
  refuseBadTexts(req, undefined);
  const upload = readUpload(route.upload, req);
  return { query, body: undefined, rawBody: undefined, upload, key };
}

/** Most texts that a refusal names. */
const MOST_TOLD = 100;

/** A text of a request and where it stands, as `items[0].name`; the name of a field stands where the object is that has it. */
interface Given {
  field: string;
  text: string;
}

/**
 * Refuses texts that no database stores, in path, query and body: past this point a text may be searched for and kept. Refuses in the
 * body, but for passwords, what people would not see as it is; whether a text may have several lines is for its service to say.
 * @param body of a shape that its route takes, so that it is not deeper than that
 * @throws Fault `invalid_request` that names every such field
 */
function refuseBadTexts(req: Request, body: unknown): void {
  const search = searchOf(req.url);
  const details = [
    ...textsOf(req.params, '').flatMap(unstorable),
    ...[...search].flatMap(([field, text]) => unstorable({ field, text })),
    ...textsOf(body, '').flatMap((given) => {
      const problems = unstorable(given);
      return problems.length > 0 || PASSWORD.test(given.field) ? problems : unreadable(given);
    }),
  ];
  if (details.length === 0) return;
  throw new Fault('invalid_request', 'The request is not valid; see `details`.', {
    details: details.slice(0, MOST_TOLD),
  });
}

const PASSWORD = /password$/i;

const unstorable = ({ field, text }: Given): FaultDetail[] =>
  isStorable(text) ? [] : [problem(field, 'invalid_value', 'Must not contain NUL or unpaired surrogates.')];

const unreadable = ({ field, text }: Given): FaultDetail[] =>
  isReadableLines(text) ? [] : [problem(field, 'unreadable_text', UNREADABLE_LINES)];

const problem = (field: string, reason: string, message: string): FaultDetail => ({
  reason,
  ...(field === '' ? {} : { field }),
  message,
});

const searchOf = (url: string): URLSearchParams => {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
};

function textsOf(value: unknown, field: string): Given[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((each, at) => textsOf(each, `${field}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    { field, text: name },
    ...textsOf(each, field === '' ? name : `${field}.${name}`),
  ]);
}

function readUpload({ types, maxBytes }: Upload, req: Request): AsyncIterable<Buffer> {
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (!types.includes(type))
    throw new Fault('unsupported_media_type', `The body must be a file of type ${types.join(' or ')}.`);
  return bodyParts(req, maxBytes);
}
