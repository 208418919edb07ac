import { Readable } from 'node:stream';
import type { Request } from 'express';
import type { AnyConsoleRoute, Upload } from '@commerce/console-api/route.ts';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { isReadableLines, isStorable, UNREADABLE_LINES } from '@commerce/texts/readable.ts';
import { bodyParts, MAX_BODY_BYTES } from '../edge/body.ts';
import { invalidRequest, parseInput, parseQueryOf, searchOf } from '../edge/input.ts';
import { readKey } from '../edge/idempotency-key.ts';

/** Validated input of a request. */
export interface ConsoleInput {
  query: unknown;
  body: unknown;
  /** Body as parsed from JSON, not validated; undefined without one. */
  rawBody: unknown;
  /** Uploaded file as a stream; empty on a route without upload. */
  upload: AsyncIterable<Buffer>;
  /** Idempotency-Key of a change, if any. */
  key: string | undefined;
}

const NO_UPLOAD: AsyncIterable<Buffer> = Readable.from([]);
/** Maximum size of the JSON body of a caller without a session, in bytes. */
const MAX_ANONYMOUS_BODY_BYTES = 16 * 1024;

/**
 * Validates a request against its route.
 * @throws Fault `invalid_request` with every problem at once; 413 and 415 for the body
 */
export async function readInput(route: AnyConsoleRoute, req: Request): Promise<ConsoleInput> {
  const { key, details } = readKey({ idempotency: route.method === 'GET' ? 'none' : 'optional' }, req);
  if (route.upload === undefined) {
    const maxBytes = route.access === 'anyone' ? MAX_ANONYMOUS_BODY_BYTES : MAX_BODY_BYTES;
    const { query, body, rawBody } = await parseInput(route, req, { found: details, maxBytes });
    rejectBadStrings(req, rawBody);
    return { query, body, rawBody, upload: NO_UPLOAD, key };
  }
  const query = parseQueryOf(route, req, details);
  rejectBadStrings(req, undefined);
  const upload = readUpload(route.upload, req);
  return { query, body: undefined, rawBody: undefined, upload, key };
}

/** Maximum number of strings that a rejection names. */
const MAX_DETAILS = 100;

/** String of a request with its path, such as `items[0].name`. The name of a field has the path of its object. */
interface RequestString {
  field: string;
  text: string;
}

/**
 * Rejects strings in path, query and body that PostgreSQL cannot store, because any of them may be searched for or stored.
 * In the body, except for passwords, also rejects strings that would not be displayed as they are; services decide whether
 * a string may have several lines.
 * @param body validated against the route's schema, so that its depth is bounded
 * @throws Fault `invalid_request` that names every such field
 */
function rejectBadStrings(req: Request, body: unknown): void {
  const search = searchOf(req.url);
  const details = [
    ...stringsOf(req.params, '').flatMap(unstorable),
    ...[...search].flatMap(([field, text]) => unstorable({ field, text })),
    ...stringsOf(body, '').flatMap((each) => {
      const problems = unstorable(each);
      return problems.length > 0 || PASSWORD.test(each.field) ? problems : unreadable(each);
    }),
  ];
  if (details.length === 0) return;
  throw invalidRequest(details.slice(0, MAX_DETAILS));
}

const PASSWORD = /password$/i;

const unstorable = ({ field, text }: RequestString): FaultDetail[] =>
  isStorable(text) ? [] : [problem(field, 'invalid_value', 'Must not contain NUL or unpaired surrogates.')];

const unreadable = ({ field, text }: RequestString): FaultDetail[] =>
  isReadableLines(text) ? [] : [problem(field, 'unreadable_text', UNREADABLE_LINES)];

const problem = (field: string, reason: string, message: string): FaultDetail => ({
  reason,
  ...(field === '' ? {} : { field }),
  message,
});

function stringsOf(value: unknown, field: string): RequestString[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((each, at) => stringsOf(each, `${field}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    { field, text: name },
    ...stringsOf(each, field === '' ? name : `${field}.${name}`),
  ]);
}

function readUpload({ types, maxBytes }: Upload, req: Request): AsyncIterable<Buffer> {
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  if (!types.includes(type))
    throw new Fault('unsupported_media_type', `The body must be a file of type ${types.join(' or ')}.`);
  return bodyParts(req, maxBytes);
}
