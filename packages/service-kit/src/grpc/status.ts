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

/** Most bytes of details: they travel as a header, in base64, and HTTP/2 stacks take no more than 64 KiB of headers. */
const MAX_DETAILS_BYTES = 32 * 1024;

/**
 * Codes that say "not now" rather than "never": SQLSTATE classes, system errors, and those of Prisma for a database that cannot be
 * reached (P1001, P1002, P1008, P1017), a pool that is exhausted (P2024, P2037) and transactions that could not go on (P2028, P2034).
 */
const TRANSIENT =
  /^(08|53|57P0|57014|55P03|25P03|40001|40P01)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$|^(P1001|P1002|P1008|P1017|P2024|P2028|P2034|P2037)$|^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;

/** Any error as a Fault; what is not one already becomes `server_error` or, where waiting helps, `unavailable`. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  // Prisma makes an error of its own of a Fault that the pool throws, and keeps the code.
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
    codes.some((code) => TRANSIENT.test(code)) || /timeout exceeded|Connection terminated/.test(message);
  if (isTransient)
    return new Fault('unavailable', 'The service is not available at the moment.', { cause: error });
  return new Fault('server_error', 'Server error.', { cause: error });
}

/** What Prisma's error says of the error of the driver below it: Prisma's own code is P2039 whatever that was. */
function driverError(error: unknown): unknown {
  const { meta } = (error ?? {}) as { meta?: { driverAdapterError?: { cause?: unknown } } };
  return meta?.driverAdapterError?.cause;
}

function codeOf(error: unknown, key: string): string {
  const code = (error as Record<string, unknown> | null | undefined)?.[key];
  return typeof code === 'string' ? code : '';
}

/** A fault as the status of a gRPC call: code, public text, and as many of its details as fit; never its cause. */
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

/** The first details, as many as fit. */
function violationsOf(details: FaultDetail[]): BadRequest_FieldViolation[] {
  const all = details.map(({ field = '', message, reason }) => ({ field, description: message, reason }));
  let bytes = 0;
  const end = all.findIndex((violation) => {
    bytes += BadRequest_FieldViolation.encode(violation).finish().length;
    return bytes > MAX_DETAILS_BYTES;
  });
  return end === -1 ? all : all.slice(0, end);
}

/** Whether a call failed without an answer of the service: it did not reach it, or its time was over. */
export function isUnreached({ code, metadata }: ServiceError): boolean {
  if (code !== status.UNAVAILABLE && code !== status.DEADLINE_EXCEEDED) return false;
  return (metadata?.get(DETAILS_KEY) ?? []).length === 0;
}

/** The fault that a failed call tells of. */
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
