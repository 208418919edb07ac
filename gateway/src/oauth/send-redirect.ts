import type { Response } from 'express';

/**
 * Redirects the browser, always with 303: it must never resend a form, which may contain a password, to another URL
 * (RFC 9700, 4.12). The URL may contain a code, so it is neither cached nor sent as referrer.
 */
export function sendRedirect(res: Response, url: string): void {
  res.location(url);
  res.writeHead(303, { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'Content-Length': 0 });
  res.end();
}
