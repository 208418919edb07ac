import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { safeEqual } from '@commerce/service-kit/crypto/hash.ts';

/** What ties a form to the browser and the session that it was shown to. */
export interface FormBinding {
  /** Consent request. */
  id: string;
  browserToken: string;
  /** Empty when nobody is signed in. */
  sessionToken: string;
}

/**
 * The hidden field of a form: only who holds the browser's cookie can make it, for this request and this session. A form
 * that was shown to one person cannot be sent as another.
 */
export function csrfOf({ id, browserToken, sessionToken }: FormBinding): string {
  return createHmac('sha256', browserToken).update(`${id}\n${sessionToken}`).digest('base64url');
}

/** Whether a form comes from our own page (RFC 9700, 2.1, CSRF; OWASP). */
export function isOwnForm(req: Request, form: URLSearchParams, binding: FormBinding): boolean {
  const { origin, host, 'sec-fetch-site': site } = req.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  // Under no-referrer a browser sends "null" for our own forms too; who names an origin must name ours.
  if (origin !== undefined && origin !== 'null' && origin.replace(/^https?:\/\//, '') !== host) return false;
  if (binding.browserToken === '') return false;
  return safeEqual(Buffer.from(form.get('csrf') ?? ''), Buffer.from(csrfOf(binding)));
}
