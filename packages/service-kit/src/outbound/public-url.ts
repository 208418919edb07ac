import { isIP, type BlockList } from 'node:net';
import { isPublicAddress, isWithin } from './public-address.ts';

/** Exceptions to the rules for URLs that the platform calls for others; none in production. */
export interface UrlPolicy {
  allowHttp: boolean;
  /** Ranges that are allowed although they are not public. */
  allowed: BlockList | undefined;
}

/** A host has an address that is not allowed. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** A problem of a URL: a stable name and a message. */
export interface UrlProblem {
  reason: string;
  message: string;
}

/** Maximum length of a URL, in characters. */
export const MAX_URL_LENGTH = 2048;

const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1024;
/** Names that only private networks resolve (RFC 6761, 6762, 8375; .internal is reserved by ICANN). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$|^[^.]+$/;

/**
 * Normalizes a URL that the platform calls for others, such as an app's endpoint, or lists its problems. Checks the URL only: the addresses that its name resolves
 * to are checked when connecting.
 */
export function checkPublicUrl(
  given: string,
  policy: UrlPolicy,
): { url: string } | { problems: UrlProblem[] } {
  const problems: UrlProblem[] = [];
  const add = (reason: string, message: string) => problems.push({ reason, message });
  if (given.length > MAX_URL_LENGTH)
    add('url_too_long', `The URL is longer than ${MAX_URL_LENGTH} characters.`);
  const url = parseAbsolute(given);
  if (url === null) {
    add('url_not_absolute', 'The URL is not an absolute https URL.');
    return { problems };
  }
  if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) {
    add('url_not_https', 'The URL is not https.');
  }
  if (url.username !== '' || url.password !== '') add('url_credentials', 'The URL contains credentials.');
  if (url.hash !== '') add('url_fragment', 'The URL has a fragment, which is never sent.');
  if (!isAllowedPort(url)) add('url_port', 'The port is neither 443 nor 1024 or above.');
  if (!isAllowedHost(url.hostname, policy)) add('url_not_public', 'The host is not publicly reachable.');
  return problems.length === 0 ? { url: url.href } : { problems };
}

/**
 * Parses an absolute URL. Stricter than the URL parser, which accepts backslashes and drops spaces, tabs and line ends.
 */
function parseAbsolute(given: string): URL | null {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s\\]+$/i.test(given) && !/\p{Cc}/u.test(given) ? URL.parse(given) : null;
}

function isAllowedPort({ port, protocol }: URL): boolean {
  const number = port === '' ? (protocol === 'https:' ? HTTPS_PORT : 80) : Number(port);
  return number === HTTPS_PORT || number >= FIRST_UNPRIVILEGED_PORT;
}

/** Checks whether a request may connect to an address. @param address IPv4 or IPv6, not a name */
export function isAllowedAddress(address: string, { allowed }: UrlPolicy): boolean {
  return (
    isPublicAddress(address) || (allowed !== undefined && isIP(address) !== 0 && isWithin(allowed, address))
  );
}

function isAllowedHost(hostname: string, policy: UrlPolicy): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isAllowedAddress(host, policy);
  // A policy that allows private ranges allows names for them too.
  return host !== '' && (policy.allowed !== undefined || !LOCAL_NAME.test(host));
}
