import type { Problem } from './generated/openapi.ts';

/** One problem of a request: `reason` is stable, `field` names the parameter or body field. */
export type ErrorDetail = Problem['details'][number];

/** Base class of all errors of this package. */
export class MostradorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The API did not respond: no connection, or no complete response in time. `cause` has the reason. */
export class ConnectionError extends MostradorError {}

/** The response of an API error, as its classes take it. */
export interface ApiErrorInit {
  message: string;
  status: number;
  code: ApiError['code'];
  details?: ErrorDetail[];
  requestId: string;
  retryAfterMs?: number | undefined;
}

/** An error response of the API (RFC 9457); each code has a class of its own below. */
export class ApiError extends MostradorError {
  /** HTTP status. */
  readonly status: number;
  /** Stable code; `unknown` when the response is not one of the API, e.g. of a proxy. */
  readonly code: Problem['code'] | 'too_many_requests' | 'unknown';
  /** All problems that the API found; may be empty. */
  readonly details: ErrorDetail[];
  /** `X-Request-Id`: quote it when you report a problem; the portal finds the request by it. */
  readonly requestId: string;
  /** Time to wait in ms, from `Retry-After`; undefined without the header. */
  readonly retryAfterMs: number | undefined;

  constructor({ message, status, code, details = [], requestId, retryAfterMs }: ApiErrorInit) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** Reason of the first problem, e.g. `insufficient_stock`; undefined without details. */
  get reason(): string | undefined {
    return this.details[0]?.reason;
  }
}

/** 400, 405, 413 or 415: the request is malformed; `details` names each field. */
export class InvalidRequestError extends ApiError {}
/** 401: the access token is expired, revoked or invalid. */
export class InvalidTokenError extends ApiError {}
/** 403: the installation lacks the scope. */
export class InsufficientScopeError extends ApiError {}
/** 404: the resource does not exist in this store. */
export class NotFoundError extends ApiError {}
/** 409: the state of the resource does not allow it; see `reason`. */
export class ConflictError extends ApiError {}
/** 422: the idempotency key was used for a different request. */
export class IdempotencyConflictError extends ApiError {}
/** 429: the rate limit is still exceeded after all retries. */
export class RateLimitError extends ApiError {}
/** 5xx: still failing after all retries. */
export class ServerError extends ApiError {}

/** An error of the OAuth endpoints, or one that they sent to the redirect URI (RFC 6749, 4.1.2.1 and 5.2). */
export class OAuthError extends MostradorError {
  /** E.g. `access_denied`, `invalid_grant`. */
  readonly error: string;

  constructor(error: string, description: string | undefined, options?: ErrorOptions) {
    super(description === undefined ? error : `${error}: ${description}`, options);
    this.error = error;
  }
}

/** A webhook request whose signature, timestamp or body is not valid: respond with 401. */
export class WebhookVerificationError extends MostradorError {}

/** A sync position that is too old to continue from: start again without one. */
export class SyncPositionExpiredError extends MostradorError {}

const CLASSES: Partial<Record<string, typeof ApiError>> = {
  invalid_request: InvalidRequestError,
  method_not_allowed: InvalidRequestError,
  payload_too_large: InvalidRequestError,
  unsupported_media_type: InvalidRequestError,
  invalid_token: InvalidTokenError,
  insufficient_scope: InsufficientScopeError,
  not_found: NotFoundError,
  conflict: ConflictError,
  idempotency_conflict: IdempotencyConflictError,
  too_many_requests: RateLimitError,
};

/** The error of a response that is not 2xx: of the API (RFC 9457) or of an OAuth endpoint (RFC 6749, 5.2). */
export function errorOf(status: number, headers: Headers, text: string): ApiError | OAuthError {
  const problem = parse(text);
  if (problem.error !== undefined && status < 429)
    return new OAuthError(problem.error, problem.error_description);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const code = problem.code ?? (status === 429 ? 'too_many_requests' : 'unknown');
  const Class = CLASSES[code] ?? (status >= 500 ? ServerError : ApiError);
  return new Class({
    message: problem.detail ?? `The API responded with status ${status}.`,
    status,
    code,
    details: problem.details ?? [],
    requestId: headers.get('x-request-id') ?? '',
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  });
}

function parse(text: string): Partial<Problem & { error: string; error_description: string }> {
  try {
    return (JSON.parse(text) ?? {}) as ReturnType<typeof parse>;
  } catch {
    return {};
  }
}
