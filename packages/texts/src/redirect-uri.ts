/** Maximum length of an app's URLs, in characters. */
export const MAX_URL = 2048;

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** True for plain http to this machine, which is as good as https (RFC 8252, 8.3). */
export const isLocal = (url: URL): boolean => url.protocol === 'http:' && LOOPBACK.has(url.hostname);

/** A problem of a URI: a stable reason, and its text. */
interface UriProblem {
  reason: string;
  message: string;
}

/** A host name, or an IPv6 address in brackets. URLs allow more, such as `;`, which would end a directive of a policy. */
const HOST = /^(?:[a-z\d.-]+|\[[\da-f:]+\])$/;

/** Problem of a URL with another host. */
export const HOST_PROBLEM: UriProblem = {
  reason: 'url_host',
  message: 'Must have a host of letters, digits, dots and hyphens.',
};

/** Reports whether the host of an http or https URL is a name of letters, digits, dots and hyphens, or an address. */
export const hasPlainHost = (url: URL): boolean => HOST.test(url.hostname);

/**
 * The problem of a redirect URI, if any. It is compared letter by letter (RFC 9700, 2.1), so it has to be in the one form in
 * which every program writes it.
 */
export function redirectUriProblem(given: string): UriProblem | undefined {
  const url =
    given.length <= MAX_URL && !/[\s\p{Cc}\\]/u.test(given) && URL.canParse(given) ? new URL(given) : null;
  if (url === null)
    return {
      reason: 'url_not_absolute',
      message: `Must be an absolute URL of at most ${MAX_URL} characters.`,
    };
  if (url.protocol !== 'https:' && !isLocal(url))
    return { reason: 'url_not_https', message: 'Must be https, or http to 127.0.0.1, [::1] or localhost.' };
  // RFC 6749, 3.1.2.
  if (given.includes('#')) return { reason: 'url_fragment', message: 'Must not have a fragment (#).' };
  if (given.includes('*'))
    return { reason: 'url_wildcard', message: 'Must not have a wildcard (*): list every address.' };
  if (!hasPlainHost(url)) return HOST_PROBLEM;
  if (url.username !== '' || url.password !== '')
    return { reason: 'url_credentials', message: 'Must not have a user or a password.' };
  // The path of an origin is a slash, which may be left out.
  if (url.href !== given && url.href !== `${given}/`)
    return { reason: 'url_not_normal', message: `Must be written as ${url.href}` };
  return undefined;
}
