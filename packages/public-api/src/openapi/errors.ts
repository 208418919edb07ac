import {
  PROBLEM_CODES,
  PROBLEM_CODE_NAMES,
  PROBLEM_MEDIA_TYPE,
  problem,
  tooManyRequests,
} from '../problem.ts';
import type { ProblemCode, ProblemDetail } from '../problem.ts';
import type { JsonObject } from './types.ts';

interface ErrorText {
  /** When it is answered. */
  when: string;
  /** `detail` of the example. */
  detail: string;
  details?: ProblemDetail[];
}

const TEXTS: Record<ProblemCode, ErrorText> = {
  invalid_request: {
    when: 'A parameter, header or body field is unknown, missing or bad; `details` lists them all.',
    detail: 'The request is not valid.',
    details: [
      { reason: 'unknown_parameter', field: 'colour', message: 'This parameter is not known here.' },
      { reason: 'invalid_value', field: 'limit', message: 'Must be a whole number from 1 to 100.' },
    ],
  },
  invalid_token: {
    when: 'The access token is absent, malformed, expired or revoked, or its app was uninstalled.',
    detail: 'The access token has expired.',
  },
  insufficient_scope: {
    when: 'The installation lacks the scope of the operation; the header `WWW-Authenticate` names it.',
    detail: 'The installation lacks a scope.',
  },
  not_found: {
    when: 'The version, path or resource does not exist, or it is another store’s.',
    detail: 'The resource does not exist.',
    details: [{ reason: 'not_found', field: 'shop', message: 'The store has no such shop.' }],
  },
  method_not_allowed: {
    when: 'The path exists, but not with this method; the header `Allow` lists those that do.',
    detail: 'The path does not take this method.',
  },
  conflict: {
    when: 'The state of the resource, or a request under way with the same idempotency key, forbids it.',
    detail: 'A request with this idempotency key is under way.',
    details: [{ reason: 'idempotency_in_progress', message: 'Try again in a moment.' }],
  },
  payload_too_large: { when: 'The body is larger than 1 MiB.', detail: 'The body is too large.' },
  unsupported_media_type: {
    when: 'The body is not sent as `application/json`.',
    detail: 'The body must be JSON.',
  },
  idempotency_conflict: {
    when: 'The idempotency key was used for another request before.',
    detail: 'The idempotency key was used for another request.',
  },
  server_error: { when: 'A fault of the platform.', detail: 'Something went wrong on our side.' },
  unavailable: {
    when: 'The platform cannot answer now; the header `Retry-After` tells when to try again.',
    detail: 'The service is not available at the moment.',
  },
  timeout: { when: 'The answer did not come in time.', detail: 'The request took too long.' },
};

const header = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });

/** Headers that responses share, as components. */
export const HEADERS: JsonObject = {
  'X-Request-Id': {
    description: 'Id of the request: the one sent (1 to 128 of `A-Z a-z 0-9 . _ -`), or one of ours.',
    schema: { type: 'string' },
    example: 'req-7f3a9c',
  },
  'RateLimit-Policy': {
    description: 'The limit of the installation: `q` requests in `w` seconds (IETF draft).',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description: 'What is left of it: `r` requests now, whole again in `t` seconds.',
    schema: { type: 'string' },
    example: '"default";r=57;t=1',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  Allow: {
    description: 'The methods that the path takes.',
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  'WWW-Authenticate': {
    description: 'Challenge of RFC 6750.',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the response stored for the idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** Headers of every response to an admitted request. */
export const COMMON_HEADERS: JsonObject = {
  'X-Request-Id': header('X-Request-Id'),
  'RateLimit-Policy': header('RateLimit-Policy'),
  RateLimit: header('RateLimit'),
};

const OWN_HEADERS: Partial<Record<ProblemCode, string>> = {
  invalid_token: 'WWW-Authenticate',
  insufficient_scope: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  unavailable: 'Retry-After',
};

function errorResponse(code: ProblemCode, docsUrl: string): JsonObject {
  const { when, ...text } = TEXTS[code];
  const own = OWN_HEADERS[code];
  return {
    description: when,
    headers: {
      'X-Request-Id': header('X-Request-Id'),
      ...(own === undefined ? {} : { [own]: header(own) }),
    },
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        example: problem({ ...text, code, requestId: 'req-7f3a9c', docsUrl }) as unknown as JsonObject,
      },
    },
  };
}

/** The response of every code, and of 429, as components. */
export function errorResponses(docsUrl: string): JsonObject {
  return {
    ...Object.fromEntries(PROBLEM_CODE_NAMES.map((code) => [code, errorResponse(code, docsUrl)])),
    too_many_requests: {
      description: 'The rate limit is used up; wait as long as the header `Retry-After` says.',
      headers: { ...COMMON_HEADERS, 'Retry-After': header('Retry-After') },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/TooManyRequests' },
          example: tooManyRequests(2),
        },
      },
    },
  };
}

/** The `responses` entries of an operation for the codes it can answer, by status. */
export const errorReferences = (codes: readonly ProblemCode[]): JsonObject =>
  Object.fromEntries(
    [...new Set(codes)].map((code) => [
      String(PROBLEM_CODES[code].status),
      { $ref: `#/components/responses/${code}` },
    ]),
  );
