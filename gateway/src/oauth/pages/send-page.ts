import type { Response } from 'express';
import { documentOf, type Page } from './page.ts';
import { STYLE_SOURCE } from './style.ts';
import type { Texts } from './texts.ts';

/** Sends a page: never cached, never framed, without scripts (RFC 9700, 4.16). */
export function sendPage(
  res: Response,
  texts: Texts,
  status: number,
  page: Page,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(documentOf(texts, page));
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': texts.language,
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentPolicy(page),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...headers,
  });
  res.end(body);
}

/** Content security policy: what the page may load, and where its forms may lead. */
function contentPolicy({ logoUrl, redirectUri, asksPassword }: Page): string {
  const targets = redirectUri === undefined ? [] : formTargets(new URL(redirectUri), asksPassword === true);
  const logos = logoUrl ? sourcesOf(new URL(logoUrl)) : [];
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    ...(logos.length > 0 ? [`img-src ${logos.join(' ')}`] : []),
    `form-action ${["'self'", ...targets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** The origin of a URL as a source; none if its host could end the directive or the policy, which is allowed in URLs. */
const sourcesOf = ({ origin }: URL): string[] => (/[\s;,'"]/.test(origin) ? [] : [origin]);

/**
 * Allowed form targets. Chrome applies form-action to every redirect that follows the form, including those of the app's
 * own pages, e.g. from the host of its API to its site. So the app's origin is allowed, and any https origin: the consent
 * page has no data that a form could leak. During development, apps run on this machine at any port.
 */
function formTargets(url: URL, asksPassword: boolean): string[] {
  const { protocol, hostname } = url;
  // A policy cannot name an IPv6 address.
  if (hostname.startsWith('[')) return [protocol];
  if (asksPassword) return sourcesOf(url);
  const local = protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
  return [...sourcesOf(url), ...(local ? ['http://localhost:*', 'http://127.0.0.1:*'] : []), 'https:'];
}
