import type { Request, Response } from 'express';

const NAMES = { session: 'commerce_session', browser: 'commerce_browser' };

/** Purpose of a cookie: `session` identifies the signed-in person, `browser` the browser of a consent request. */
export type CookieName = keyof typeof NAMES;

/**
 * Secrets of a browser: HttpOnly, SameSite=Lax (an app sends the merchant here by a link), and with https also Secure and
 * prefixed with __Host-, so that no other host can set them.
 */
export class Cookies {
  readonly #https: boolean;

  constructor(publicUrl: string) {
    this.#https = publicUrl.startsWith('https:');
  }

  /** Value of a cookie; empty if there is none. */
  read(req: Request, name: CookieName): string {
    const prefix = `${this.#nameOf(name)}=`;
    const found = (req.headers.cookie ?? '').split(/; */).find((pair) => pair.startsWith(prefix));
    const value = found?.slice(prefix.length) ?? '';
    return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : '';
  }

  /** Sets a cookie; without `expiresAtMs` it expires with the browser's session. */
  set(res: Response, name: CookieName, value: string, expiresAtMs?: number): void {
    const expires = expiresAtMs === undefined ? {} : { expires: new Date(expiresAtMs) };
    res.cookie(this.#nameOf(name), value, { ...this.#attributes(), ...expires });
  }

  /** Removes a cookie. */
  clear(res: Response, name: CookieName): void {
    res.clearCookie(this.#nameOf(name), this.#attributes());
  }

  #nameOf(name: CookieName): string {
    return `${this.#https ? '__Host-' : ''}${NAMES[name]}`;
  }

  #attributes() {
    return { httpOnly: true, sameSite: 'lax' as const, secure: this.#https, path: '/' };
  }
}
