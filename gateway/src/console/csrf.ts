import type { IncomingMessage } from 'node:http';
import { crossSite } from './access.ts';

/**
 * Refuses a change that another site may have made the browser send: what the browser tells of its origin must be ours, and the header
 * that no form and no simple request can carry must be there. Reads need none of it: the cookie is not sent with them across sites.
 * @throws Fault 403 `cross_site`
 */
export function requireOwnPage({ method, headers }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') throw crossSite();
  if (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host) throw crossSite();
  if (headers['x-console'] !== '1') throw crossSite();
}
