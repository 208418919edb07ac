import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { safeEqual } from '@commerce/service-kit/crypto/hash.ts';

/** Consent request, browser and session that a form is bound to. */
export interface FormBinding {
  /** Id of the consent request. */
  id: string;
  browserToken: string;
  /** Empty without a session. */
  sessionToken: string;
}

/**
 * Hidden field of a form. It can only be computed with the browser's cookie, for this consent request and session, so a
 * form that was shown to one person cannot be sent as another.
 */
export function csrfOf({ id, browserToken, sessionToken }: FormBinding): string {
  return createHmac('sha256', browserToken).update(`${id}\n${sessionToken}`).digest('base64url');
}

/** Reports whether a form comes from a page of this site (RFC 9700, 2.1, CSRF; OWASP). */
export function isOwnForm(req: Request, form: URLSearchParams, binding: FormBinding): boolean {
  const { origin, host, 'sec-fetch-site': site } = req.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  // With no-referrer, browsers send "null" for our own forms as well; any other origin must be ours.
  if (origin !== undefined && origin !== 'null' && origin.replace(/^https?:\/\//, '') !== host) return false;
  if (binding.browserToken === '') return false;
  return safeEqual(Buffer.from(form.get('csrf') ?? ''), Buffer.from(csrfOf(binding)));
}
