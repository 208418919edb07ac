import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import {
  BadRequest,
  BadRequest_FieldViolation,
  ErrorInfo,
  Status,
} from '@commerce/proto/google/rpc/status.ts';
import { timedOut } from '../deadline.ts';
import { Fault, FAULT_STATUS, type FaultCode, type FaultDetail } from '../fault.ts';

const DETAILS_KEY = 'grpc-status-details-bin';
const DOMAIN = 'commerce-platform';
const TYPE = 'type.googleapis.com/';
const ERROR_INFO = `${TYPE}google.rpc.ErrorInfo`;
const BAD_REQUEST = `${TYPE}google.rpc.BadRequest`;

/**
 * Maximum size of details in bytes: they are sent as a base64 header, and HTTP/2 stacks accept at most 64 KiB
 * of headers.
 */
const MAX_DETAILS_BYTES = 32 * 1024;

/**
 * Codes of transient errors: SQLSTATE classes, system errors, and those of Prisma for an unreachable database
 * (P1001, P1002, P1008, P1017), an exhausted pool (P2024, P2037) and aborted transactions (P2028, P2034).
 */
const TRANSIENT =
  /^(08|53|57P0|57014|55P03|25P03|40001|40P01)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$|^(P1001|P1002|P1008|P1017|P2024|P2028|P2034|P2037)$|^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;
/** Codes of refused certificates and failed handshakes of TLS: the database cannot be reached until they are replaced. */
const TLS_REFUSED = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_)|^TlsConnectionError$/;

/**
 * Messages of transient errors without such a code. PostgreSQL reports the first of them as an internal error (XX000), when its disk is
 * full and a new session writes its cache.
 */
const TRANSIENT_MESSAGE = /could not write init file|timeout exceeded|Connection terminated|is not queryable/;

/** Converts any error to a Fault: transient errors become `unavailable`, others `server_error`. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  // Prisma wraps a Fault that the pool throws in its own error and keeps the code.
  if (codeOf(error, 'code') === 'timeout') return timedOut(error);
  const driver = driverError(error);
  const codes = [
    codeOf(error, 'code'),
    codeOf(driver, 'originalCode'),
    codeOf(driver, 'code'),
    codeOf(driver, 'kind'),
  ];
  const message = error instanceof Error ? error.message : '';
  const isTransient =
    codes.some((code) => TRANSIENT.test(code) || TLS_REFUSED.test(code)) || TRANSIENT_MESSAGE.test(message);
  if (isTransient)
    return new Fault('unavailable', 'The service is not available at the moment.', { cause: error });
  return new Fault('server_error', 'Server error.', { cause: error });
}

/** The driver error inside Prisma's error, whose own code is always P2039. */
function driverError(error: unknown): unknown {
  const { meta } = (error ?? {}) as { meta?: { driverAdapterError?: { cause?: unknown } } };
  return meta?.driverAdapterError?.cause;
}

function codeOf(error: unknown, key: string): string {
  const code = (error as Record<string, unknown> | null | undefined)?.[key];
  return typeof code === 'string' ? code : '';
}

/** Encodes a fault as a gRPC status: code, public message, and as many details as fit; never the cause. */
export function faultToStatus(fault: Fault): Partial<StatusObject> {
  const info = ErrorInfo.encode({ reason: fault.code, domain: DOMAIN, metadata: {} }).finish();
  const details = [{ typeUrl: ERROR_INFO, value: Buffer.from(info) }];
  if (fault.details.length > 0) {
    const fieldViolations = violationsOf(fault.details);
    details.push({
      typeUrl: BAD_REQUEST,
      value: Buffer.from(BadRequest.encode({ fieldViolations }).finish()),
    });
  }
  const code = FAULT_STATUS[fault.code];
  const metadata = new Metadata();
  metadata.set(DETAILS_KEY, Buffer.from(Status.encode({ code, message: fault.message, details }).finish()));
  return { code, details: fault.message, metadata };
}

/** The first details, up to the size limit. */
function violationsOf(details: FaultDetail[]): BadRequest_FieldViolation[] {
  const all = details.map(({ field = '', message, reason }) => ({ field, description: message, reason }));
  let bytes = 0;
  const end = all.findIndex((violation) => {
    bytes += BadRequest_FieldViolation.encode(violation).finish().length;
    return bytes > MAX_DETAILS_BYTES;
  });
  return end === -1 ? all : all.slice(0, end);
}

/** Reports whether a call failed without a response of the service: it did not reach it, or timed out. */
export function isUnreached({ code, metadata }: ServiceError): boolean {
  if (code !== status.UNAVAILABLE && code !== status.DEADLINE_EXCEEDED) return false;
  return (metadata?.get(DETAILS_KEY) ?? []).length === 0;
}

/** Decodes the fault of a failed call. */
export function statusToFault(error: ServiceError): Fault {
  const [raw] = error.metadata?.get(DETAILS_KEY) ?? [];
  if (Buffer.isBuffer(raw)) return decodeDetails(raw, error);
  if (error.code === status.UNAVAILABLE) {
    return new Fault('unavailable', 'The service is not available at the moment.', { cause: error });
  }
  if (error.code === status.DEADLINE_EXCEEDED) {
    return timedOut(error);
  }
  return new Fault('server_error', 'Server error.', { cause: error });
}

function decodeDetails(raw: Buffer, cause: ServiceError): Fault {
  const { message, details } = Status.decode(raw);
  const info = details.find((any) => any.typeUrl === ERROR_INFO);
  const code = info ? ErrorInfo.decode(info.value).reason : 'server_error';
  const violations = details.find((any) => any.typeUrl === BAD_REQUEST);
  const list = violations ? BadRequest.decode(violations.value).fieldViolations : [];
  return new Fault(code in FAULT_STATUS ? (code as FaultCode) : 'server_error', message, {
    details: list.map((v) => ({
      reason: v.reason,
      message: v.description,
      ...(v.field ? { field: v.field } : {}),
    })),
    cause,
  });
}
