import { parse, type HTMLElement } from 'node-html-parser';
import { CookieJar } from 'tough-cookie';

/** A page as a browser without JavaScript shows it. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  document: HTMLElement;
  text: string;
}

/** What a navigation ends with: a page, or a redirect that leaves the platform. */
export type Landing = { page: Page } | { left: URL };

/** A browser without JavaScript: cookies, redirects within the platform, forms. */
export class PlainBrowser {
  readonly #jar = new CookieJar();
  readonly #home: string;
  readonly #headers: Record<string, string>;

  /**
   * @param home the platform's origin; a redirect elsewhere ends the navigation
   * @param headers sent with every request, e.g. the person's languages
   */
  constructor(home: string, headers: Record<string, string> = {}) {
    this.#home = home;
    this.#headers = headers;
  }

  /** The cookies as this browser sends them. */
  cookies(): Promise<string> {
    return this.#jar.getCookieString(this.#home);
  }

  open(url: string): Promise<Landing> {
    return this.#go(url, { method: 'GET' });
  }

  /** Fills the only form of the page that has all these fields, and submits it, by the button of that name and value. */
  submit(page: Page, fields: Record<string, string>): Promise<Landing> {
    const { action, method, values } = filledForm(page, fields);
    if (method === 'GET') return this.open(`${action}?${values.toString()}`);
    // So does a browser on a page that sends no referrer.
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

/** A form that has been filled in. */
export interface FilledForm {
  action: string;
  method: 'GET' | 'POST';
  values: URLSearchParams;
}

/** Fills the only form of a page that has all these fields; what is hidden or checked goes with them. */
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

/** The request of a form that is posted. */
export const formRequest = (values: URLSearchParams, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: values.toString(),
  headers: { ...FORM, ...headers },
});
