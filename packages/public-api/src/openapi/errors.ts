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
  /** Condition of the response. */
  when: string;
  /** `detail` in the example. */
  detail: string;
  details?: ProblemDetail[];
}

const TEXTS: Record<ProblemCode, ErrorText> = {
  invalid_request: {
    when: 'A parameter, header or body field is unknown, missing or invalid. `details` lists all problems.',
    detail: 'The request is invalid. See `details` for all problems.',
    details: [
      { reason: 'unknown_parameter', field: 'color', message: 'Unknown parameter.' },
      { reason: 'invalid_value', field: 'limit', message: 'Must be a whole number from 1 to 100.' },
    ],
  },
  invalid_token: {
    when: 'The access token is missing, malformed, expired or revoked, or its app was uninstalled.',
    detail: 'The access token has expired.',
  },
  insufficient_scope: {
    when: 'The installation lacks the scope of the operation. The `WWW-Authenticate` header names it.',
    detail: 'The installation lacks a scope.',
  },
  not_found: {
    when: 'The version, path or resource does not exist, or it belongs to another store.',
    detail: 'The resource does not exist.',
    details: [{ reason: 'not_found', field: 'shop', message: 'The store has no such shop.' }],
  },
  method_not_allowed: {
    when: 'The path does not support this method. The `Allow` header lists the supported methods.',
    detail: 'This path does not support this method.',
  },
  conflict: {
    when: 'The request conflicts with the state of the resource, or with a running request with the same idempotency key.',
    detail: 'A request with this idempotency key is in progress.',
    details: [{ reason: 'idempotency_in_progress', message: 'Retry in a moment.' }],
  },
  payload_too_large: { when: 'The body exceeds 1 MiB.', detail: 'The body is too large.' },
  unsupported_media_type: {
    when: 'The body is not sent as `application/json`.',
    detail: 'The body must be JSON.',
  },
  idempotency_conflict: {
    when: 'The idempotency key was already used for a different request.',
    detail: 'The idempotency key was already used for a different request.',
  },
  server_error: { when: 'An error of the platform.', detail: 'Something went wrong on our side.' },
  unavailable: {
    when: 'The platform is temporarily unavailable. The `Retry-After` header contains the seconds to wait before you retry.',
    detail: 'The service is not available at the moment.',
  },
  timeout: { when: 'The request was not completed in time.', detail: 'The request took too long.' },
};

const header = (name: string): JsonObject => ({ $ref: `#/components/headers/${name}` });

/** Components of the headers that responses share. */
export const HEADERS: JsonObject = {
  'X-Request-Id': {
    description:
      'Id of the request: the one that you sent (1 to 128 of `A-Z a-z 0-9 . _ -`), otherwise a generated one.',
    schema: { type: 'string' },
    example: 'req-7f3a9c',
  },
  'RateLimit-Policy': {
    description: 'Limit of the installation: `q` requests per `w` seconds (IETF draft).',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description: 'Rest of the limit: `r` requests now; fully restored in `t` seconds.',
    schema: { type: 'string' },
    example: '"default";r=57;t=1',
  },
  'Retry-After': {
    description: 'Seconds to wait before you retry.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  Allow: {
    description: 'Methods that the path supports.',
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  'WWW-Authenticate': {
    description: 'Challenge (RFC 6750).',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response of the idempotency key.',
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

/** Components of the responses of every code and of 429. */
export function errorResponses(docsUrl: string): JsonObject {
  return {
    ...Object.fromEntries(PROBLEM_CODE_NAMES.map((code) => [code, errorResponse(code, docsUrl)])),
    too_many_requests: {
      description: 'The rate limit is exceeded. Wait for the seconds in the `Retry-After` header.',
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

/** `responses` of an operation for its error codes, by status. */
export const errorReferences = (codes: readonly ProblemCode[]): JsonObject =>
  Object.fromEntries(
    [...new Set(codes)].map((code) => [
      String(PROBLEM_CODES[code].status),
      { $ref: `#/components/responses/${code}` },
    ]),
  );
