import { AddressRefused } from './guarded-connect.ts';

/** What is wrong with an attempt whose receiver took too long. */
export const tookTooLong = (timeoutMs: number): string =>
  `The receiver did not answer completely within ${timeoutMs / 1000} seconds.`;

/** What is told of an address that is not to be sent to; not which it is, because that would tell of our network. */
export const NOT_PUBLIC = 'The URL leads to an address that is not public.';

/** What went wrong, by the code of the error. */
export const WORDS_BY_CODE: Record<string, string> = {
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

/** What is looked at of whatever was thrown. */
interface Thrown {
  name?: string;
  code?: string;
  cause?: Thrown;
  /** Of several addresses, each failed. */
  errors?: Thrown[];
}

/** What went wrong with an attempt, for the receiver's developer to read. */
export function errorWords(error: unknown): string {
  const thrown = (error ?? {}) as Thrown;
  if (thrown instanceof AddressRefused || thrown.cause instanceof AddressRefused) return NOT_PUBLIC;
  const code = (thrown.errors?.[0] ?? thrown).code ?? '';
  if (Object.hasOwn(WORDS_BY_CODE, code)) return WORDS_BY_CODE[code]!;
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_)/.test(code)) return 'The TLS connection could not be made.';
  if (thrown.name === 'HTTPParserError') return 'The answer is not valid HTTP.';
  return 'The request failed.';
}

/** What is wrong with an answer; undefined for a success. */
export function statusWords(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}
