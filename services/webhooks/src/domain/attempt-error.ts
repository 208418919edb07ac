import { AddressRefused } from '@commerce/service-kit/outbound/public-url.ts';

/** Error of an attempt whose receiver exceeded the time limit. */
export const timeoutMessage = (timeoutMs: number): string =>
  `The receiver did not answer completely within ${timeoutMs / 1000} seconds.`;

/** Error of an attempt to an address that is not allowed; without the address, which would reveal our network. */
export const NOT_PUBLIC_MESSAGE = 'The URL leads to an address that is not public.';

/** Errors of attempts by the code of the cause. */
export const MESSAGE_BY_CODE: Record<string, string> = {
  ENOTFOUND: "The name of the URL's host does not resolve.",
  ENODATA: "The name of the URL's host has no address.",
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer was complete.',
  EPIPE: 'The connection was closed before the answer was complete.',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The connection could not be made in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer is not as long as it says.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: "The TLS certificate is not for the URL's host.",
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The TLS certificate is signed by an authority that is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The TLS certificate is signed by an authority that is not trusted.',
  CERT_SIGNATURE_FAILURE: 'The signature of the TLS certificate is not valid.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The TLS certificate is sent without those that it is signed by.',
};

/** Fields of a thrown value that identify the error. */
interface Thrown {
  name?: string;
  code?: string;
  cause?: Thrown;
  /** One for each address, when connecting to all of them failed. */
  errors?: Thrown[];
}

/** The error of an attempt, for the developer of the receiver. */
export function errorMessage(error: unknown): string {
  const thrown = (error ?? {}) as Thrown;
  if (thrown instanceof AddressRefused || thrown.cause instanceof AddressRefused) return NOT_PUBLIC_MESSAGE;
  const code = (thrown.errors?.[0] ?? thrown).code ?? '';
  if (Object.hasOwn(MESSAGE_BY_CODE, code)) return MESSAGE_BY_CODE[code]!;
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_)/.test(code)) return 'The TLS connection could not be made.';
  if (thrown.name === 'HTTPParserError') return 'The answer is not valid HTTP.';
  return 'The request failed.';
}

/** The error of an HTTP status; undefined for a success. */
export function statusMessage(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}
