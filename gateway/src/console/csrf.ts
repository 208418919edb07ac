import type { IncomingMessage } from 'node:http';
import { crossSite } from './access.ts';

/**
 * Rejects a change that another site may have made the browser send: the origin that the browser reports must be ours, and
 * a header must be present that no form and no simple request can carry. Reads need no check, because the cookie is not
 * sent with them across sites.
 * @throws Fault 403 `cross_site`
 */
export function requireOwnPage({ method, headers }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') throw crossSite();
  if (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host) throw crossSite();
  if (headers['x-console'] !== '1') throw crossSite();
}
