import type { Response } from 'express';

/**
 * Sends the browser elsewhere, always by 303: it must never repeat a form, with a password in it, at another place
 * (RFC 9700, 4.12). The URL may hold a code, so nobody keeps it or passes it on.
 */
export function sendRedirect(res: Response, url: string): void {
  res.location(url);
  res.writeHead(303, { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'Content-Length': 0 });
  res.end();
}
