import { status } from '@grpc/grpc-js';

/** Every error code of the platform, with how it travels (gRPC) and how it is told (HTTP; decisions, "Errors"). */
export const FAULT_CODES = {
  invalid_request: { grpc: status.INVALID_ARGUMENT, http: 400, title: 'Invalid request' },
  invalid_token: { grpc: status.UNAUTHENTICATED, http: 401, title: 'Invalid access token' },
  insufficient_scope: { grpc: status.PERMISSION_DENIED, http: 403, title: 'Insufficient scope' },
  not_found: { grpc: status.NOT_FOUND, http: 404, title: 'Not found' },
  method_not_allowed: { grpc: status.UNIMPLEMENTED, http: 405, title: 'Method not allowed' },
  conflict: { grpc: status.FAILED_PRECONDITION, http: 409, title: 'Conflict' },
  payload_too_large: { grpc: status.OUT_OF_RANGE, http: 413, title: 'Payload too large' },
  unsupported_media_type: { grpc: status.INVALID_ARGUMENT, http: 415, title: 'Unsupported media type' },
  idempotency_conflict: { grpc: status.ALREADY_EXISTS, http: 422, title: 'Idempotency conflict' },
  too_many_requests: { grpc: status.RESOURCE_EXHAUSTED, http: 429, title: 'Too many requests' },
  server_error: { grpc: status.INTERNAL, http: 500, title: 'Server error' },
  unavailable: { grpc: status.UNAVAILABLE, http: 503, title: 'Service unavailable' },
  timeout: { grpc: status.DEADLINE_EXCEEDED, http: 504, title: 'Timeout' },
} as const;

export type FaultCode = keyof typeof FAULT_CODES;

/** One thing that was wrong with a request. */
export interface FaultDetail {
  /** Machine-readable reason, e.g. `invalid_value`. */
  reason: string;
  /** The parameter or the path of the body's field, where there is one. */
  field?: string;
  /** What is wrong, for a developer to read. */
  message: string;
}

/**
 * A request that failed: a code, a public text, and the internal cause, which is logged and never told.
 */
export class Fault extends Error {
  override name = 'Fault';
  readonly code: FaultCode;
  readonly details: FaultDetail[];

  constructor(
    code: FaultCode,
    publicMessage: string,
    options: { details?: FaultDetail[]; cause?: unknown } = {},
  ) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
  }
}

/** The resource does not exist, or is another store's: the two are told alike. */
export const notFound = (): Fault => new Fault('not_found', 'The resource does not exist.');

/** One bad field or parameter. */
export const invalid = (field: string, message: string, reason = 'invalid_value'): Fault =>
  new Fault('invalid_request', 'The request is not valid.', { details: [{ reason, field, message }] });
