import { noSuch } from '@commerce/texts/ids.ts';
import { status } from '@grpc/grpc-js';

/** Every error code of the platform (decisions, "Errors of the public API"), with the status it travels as between services. */
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
  /** Set when it is the answer of an earlier call with the same idempotency key: how that one was told. */
  readonly replayOf: string | undefined;
  /** The outgoing call that failed so, e.g. `commerce.catalog.v1.CatalogService/GetProduct`: for the log, never for callers. */
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

  /** The same refusal, as one that was given before. */
  asReplayOf(presentation: string): Fault {
    const { code, message, details } = this;
    return new Fault(code, message, { details, cause: this.cause, replayOf: presentation });
  }
}

/**
 * The resource does not exist, or is another store's: both are refused in the same words.
 * @param missing the kinds of resources that were not found, by the fields that name them
 */
export const notFound = (missing: Record<string, string> = {}): Fault =>
  new Fault('not_found', 'The resource does not exist.', {
    details: Object.entries(missing).map(([field, kind]) => ({
      reason: 'not_found',
      field,
      message: noSuch(kind),
    })),
  });

/** The request is well-formed, and refused for the state that the platform is in. */
export const conflict = (reason: string, message: string, field?: string): Fault =>
  new Fault('conflict', message, {
    details: [{ reason, message, ...(field === undefined ? {} : { field }) }],
  });

/** One bad field or parameter. */
export const invalid = (field: string, message: string, reason = 'invalid_value'): Fault =>
  new Fault('invalid_request', 'The request is not valid.', { details: [{ reason, field, message }] });
