import { noSuch } from '@commerce/texts/ids.ts';
import { status } from '@grpc/grpc-js';

/**
 * Every error code of the platform (decisions, "Errors of the public API"), with its gRPC status between
 * services.
 */
export const FAULT_STATUS = {
  invalid_request: status.INVALID_ARGUMENT,
  invalid_token: status.UNAUTHENTICATED,
  insufficient_scope: status.PERMISSION_DENIED,
  not_found: status.NOT_FOUND,
  method_not_allowed: status.UNIMPLEMENTED,
  conflict: status.FAILED_PRECONDITION,
  payload_too_large: status.OUT_OF_RANGE,
  unsupported_media_type: status.INVALID_ARGUMENT,
  idempotency_conflict: status.ALREADY_EXISTS,
  server_error: status.INTERNAL,
  unavailable: status.UNAVAILABLE,
  timeout: status.DEADLINE_EXCEEDED,
} as const;

export type FaultCode = keyof typeof FAULT_STATUS;

/** Codes that are failures of the server; the others are refusals. */
export const FAILURES: ReadonlySet<string> = new Set<FaultCode>(['server_error', 'unavailable', 'timeout']);

/** Public message of a request with invalid fields. */
export const INVALID_REQUEST = 'The request is invalid. See `details` for all problems.';

/** One problem of a request. */
export interface FaultDetail {
  /** Machine-readable reason, e.g. `invalid_value`. */
  reason: string;
  /** The parameter, or the path of the field in the body, if any. */
  field?: string;
  /** Description of the problem for developers. */
  message: string;
}

/**
 * A failed request: a code, a public message, and an internal cause that is logged and never sent to callers.
 */
export class Fault extends Error {
  override name = 'Fault';
  readonly code: FaultCode;
  readonly details: FaultDetail[];
  /** Presentation of the earlier response, when this replays a call with the same idempotency key. */
  readonly replayOf: string | undefined;
  /**
   * The outgoing call that failed, e.g. `commerce.catalog.v1.CatalogService/GetProduct`: logged, never sent to
   * callers.
   */
  rpc: string | undefined;

  constructor(
    code: FaultCode,
    publicMessage: string,
    options: { details?: FaultDetail[]; cause?: unknown; replayOf?: string } = {},
  ) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.replayOf = options.replayOf;
  }

  /** The same refusal, marked as a replay. */
  asReplayOf(presentation: string): Fault {
    const { code, message, details } = this;
    return new Fault(code, message, { details, cause: this.cause, replayOf: presentation });
  }
}

/**
 * The resource does not exist or belongs to another store: indistinguishable by design.
 * @param missing kinds of the missing resources, keyed by the fields that reference them
 */
export const notFound = (missing: Record<string, string> = {}): Fault =>
  new Fault('not_found', 'The resource does not exist.', {
    details: Object.entries(missing).map(([field, kind]) => ({
      reason: 'not_found',
      field,
      message: noSuch(kind),
    })),
  });

/** The request is valid but conflicts with the current state. */
export const conflict = (reason: string, message: string, field?: string): Fault =>
  new Fault('conflict', message, {
    details: [{ reason, message, ...(field === undefined ? {} : { field }) }],
  });

/** A single invalid field or parameter. */
export const invalid = (field: string, message: string, reason = 'invalid_value'): Fault =>
  new Fault('invalid_request', INVALID_REQUEST, { details: [{ reason, field, message }] });
