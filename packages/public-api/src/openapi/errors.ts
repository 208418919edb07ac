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

/** Codes whose responses are sent before admission, so without the state of the rate limit. */
const BEFORE_ADMISSION: readonly ProblemCode[] = ['invalid_token', 'method_not_allowed'];

/** Codes whose responses are stored with an idempotency key. */
const STORED: readonly ProblemCode[] = ['invalid_request', 'not_found', 'conflict', 'unsupported_media_type'];

const OWN_HEADERS: Partial<Record<ProblemCode, string>> = {
  invalid_token: 'WWW-Authenticate',
  insufficient_scope: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  unavailable: 'Retry-After',
};

const headersOf = (names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, header(name)]));

function problemResponse(when: string, headers: JsonObject, example: object): JsonObject {
  return {
    description: when,
    headers,
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        example: example as JsonObject,
      },
    },
  };
}

function errorResponse(code: ProblemCode, docsUrl: string, isReplayable: boolean): JsonObject {
  const { when, ...text } = TEXTS[code];
  const own = OWN_HEADERS[code];
  const headers = {
    ...(BEFORE_ADMISSION.includes(code) ? headersOf(['X-Request-Id']) : COMMON_HEADERS),
    ...headersOf(own === undefined ? [] : [own]),
    ...headersOf(isReplayable ? ['Idempotent-Replayed'] : []),
  };
  return problemResponse(when, headers, problem({ ...text, code, requestId: 'req-7f3a9c', docsUrl }));
}

/** Responses to requests that the HTTP server rejects before it reads their path. The connection is closed. */
const REJECTIONS: { status: number; code: ProblemCode; when: string; detail: string }[] = [
  {
    status: 408,
    code: 'timeout',
    when: 'The request did not arrive in time. The connection is closed.',
    detail: 'The request did not arrive in time.',
  },
  {
    status: 431,
    code: 'invalid_request',
    when: 'The URL and the headers exceed 16 KiB. The connection is closed.',
    detail: 'The request headers are too large.',
  },
];

const rejectionName = (status: number): string => (status === 408 ? 'request_timeout' : 'headers_too_large');

function rejections(docsUrl: string): JsonObject {
  return Object.fromEntries(
    REJECTIONS.map(({ status, code, when, detail }) => [
      rejectionName(status),
      problemResponse(when, headersOf(['X-Request-Id']), {
        ...problem({ code, detail, requestId: 'req-7f3a9c', docsUrl }),
        status,
      }),
    ]),
  );
}

const replayable = (code: ProblemCode): string => `replayable_${code}`;

/** Components of the responses of every code and of 429. */
export function errorResponses(docsUrl: string): JsonObject {
  return {
    ...Object.fromEntries(PROBLEM_CODE_NAMES.map((code) => [code, errorResponse(code, docsUrl, false)])),
    ...Object.fromEntries(STORED.map((code) => [replayable(code), errorResponse(code, docsUrl, true)])),
    ...rejections(docsUrl),
    too_many_requests: {
      description: 'The rate limit is exceeded. Wait for the seconds in the `Retry-After` header.',
      headers: { ...COMMON_HEADERS, ...headersOf(['Retry-After']) },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/TooManyRequests' },
          example: tooManyRequests(2),
        },
      },
    },
  };
}

const reference = (name: string): JsonObject => ({ $ref: `#/components/responses/${name}` });

/**
 * `responses` of an operation for its error codes, for 429 and for rejections of the HTTP server, by status.
 * @param isKeyed true if the operation takes an idempotency key, with which rejections are stored
 */
export function errorReferences(codes: readonly ProblemCode[], isKeyed: boolean): JsonObject {
  const nameOf = (code: ProblemCode) => (isKeyed && STORED.includes(code) ? replayable(code) : code);
  return {
    ...Object.fromEntries(codes.map((code) => [PROBLEM_CODES[code].status, reference(nameOf(code))])),
    ...Object.fromEntries(REJECTIONS.map(({ status }) => [status, reference(rejectionName(status))])),
    429: reference('too_many_requests'),
  };
}
