import type { TFunction } from 'i18next';

/** Text keys (`webhooks:attemptError.…`) by the error message that the platform records. */
const TEXTS: Record<string, string> = {
  "The name of the URL's host does not resolve.": 'unresolved',
  "The name of the URL's host has no address.": 'noAddress',
  'The connection was refused.': 'refused',
  'The connection was closed before the answer was complete.': 'broken',
  'The host cannot be reached.': 'unreachable',
  'The connection could not be made in time.': 'noConnection',
  'The headers of the answer are too large.': 'largeHeaders',
  'The answer is not as long as it says.': 'wrongLength',
  'The TLS certificate has expired.': 'certificateExpired',
  "The TLS certificate is not for the URL's host.": 'certificateOfOther',
  'The TLS certificate is self-signed.': 'selfSigned',
  'The TLS certificate is signed by an authority that is not trusted.': 'untrusted',
  'The signature of the TLS certificate is not valid.': 'badSignature',
  'The TLS certificate is sent without those that it is signed by.': 'chainMissing',
  'The TLS connection could not be made.': 'noTls',
  'The answer is not valid HTTP.': 'notHttp',
  'The request failed.': 'failed',
  'The URL leads to an address that is not public.': 'notPublic',
  'The event is no longer kept.': 'notKept',
};

/** Describes the error of an attempt. Unknown messages are shown as the platform recorded them. */
export function attemptErrorText(t: TFunction, noted: string): string {
  const status = /^The receiver answered (\d+)/.exec(noted)?.[1];
  if (status !== undefined)
    return t(noted.includes('redirects') ? 'attemptError.redirect' : 'attemptError.status', { status });
  const seconds = /^The receiver did not answer completely within ([\d.]+) seconds/.exec(noted)?.[1];
  if (seconds !== undefined) return t('attemptError.late', { seconds });
  const text = TEXTS[noted];
  return text === undefined ? noted : t(`attemptError.${text}`);
}
