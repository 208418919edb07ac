import { parse, type HTMLElement } from 'node-html-parser';
import { CookieJar } from 'tough-cookie';

/** A page as rendered without JavaScript. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  document: HTMLElement;
  text: string;
}

/** End of a navigation: a page, or a redirect that leaves the platform. */
export type Landing = { page: Page } | { left: URL };

/** A browser without JavaScript: handles cookies, redirects within the platform and forms. */
export class PlainBrowser {
  readonly #jar = new CookieJar();
  readonly #home: string;
  readonly #headers: Record<string, string>;

  /**
   * @param home the platform's origin; a redirect to another one ends the navigation
   * @param headers headers of every request, e.g. Accept-Language
   */
  constructor(home: string, headers: Record<string, string> = {}) {
    this.#home = home;
    this.#headers = headers;
  }

  /** The Cookie header that this browser sends. */
  cookies(): Promise<string> {
    return this.#jar.getCookieString(this.#home);
  }

  open(url: string): Promise<Landing> {
    return this.#go(url, { method: 'GET' });
  }

  /**
   * Fills the only form of the page with all these fields and submits it with the button of the given name and
   * value.
   */
  submit(page: Page, fields: Record<string, string>): Promise<Landing> {
    const { action, method, values } = filledForm(page, fields);
    if (method === 'GET') return this.open(`${action}?${values.toString()}`);
    // Like a browser on a page with the no-referrer policy.
    return this.#go(action, formRequest(values, { origin: 'null' }));
  }

  async #go(url: string, init: RequestInit, hops = 0): Promise<Landing> {
    if (!url.startsWith(this.#home)) return { left: new URL(url) };
    if (hops > 10) throw new Error(`too many redirects at ${url}`);
    const cookie = await this.#jar.getCookieString(url);
    const headers = { ...this.#headers, ...(init.headers as Record<string, string>), cookie };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) await this.#jar.setCookie(line, url);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) {
      await response.arrayBuffer();
      return this.#go(new URL(location, url).href, { method: 'GET' }, hops + 1);
    }
    const text = await response.text();
    return { page: { url, status: response.status, headers: response.headers, document: parse(text), text } };
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A filled form. */
export interface FilledForm {
  action: string;
  method: 'GET' | 'POST';
  values: URLSearchParams;
}

/** Fills the only form of a page with all these fields, including hidden and checked inputs. */
export function filledForm(page: Page, fields: Record<string, string>): FilledForm {
  const names = Object.keys(fields);
  const form = page.document
    .querySelectorAll('form')
    .find((f) => names.every((name) => f.querySelector(`[name="${name}"]`)));
  if (form === undefined) throw new Error(`no form with ${names.join(', ')} in: ${page.text.slice(0, 500)}`);
  const values = new URLSearchParams();
  for (const input of form.querySelectorAll('input[name]')) {
    if (input.getAttribute('type') === 'hidden')
      values.set(input.getAttribute('name')!, input.getAttribute('value') ?? '');
    if (input.hasAttribute('checked'))
      values.set(input.getAttribute('name')!, input.getAttribute('value') ?? 'on');
  }
  for (const [name, value] of Object.entries(fields)) values.set(name, value);
  const method = form.getAttribute('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET';
  return { action: new URL(form.getAttribute('action') ?? page.url, page.url).href, method, values };
}

/** The request that posts a form. */
export const formRequest = (values: URLSearchParams, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: values.toString(),
  headers: { ...FORM, ...headers },
});
