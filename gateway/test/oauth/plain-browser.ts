import type { OAuthPlatform } from './platform.ts';

/** Page as tests see it. */
export interface Seen {
  status: number;
  headers: Headers;
  text: string;
  /** Target of a redirect. */
  location: string | null;
}

/** Browser without JavaScript: keeps cookies, submits forms, follows redirects one at a time. */
export class PlainBrowser {
  readonly #platform: OAuthPlatform;
  readonly #language: string;
  readonly cookies = new Map<string, string>();
  /** Received Set-Cookie lines. */
  readonly setCookies: string[] = [];

  constructor(platform: OAuthPlatform, language = 'en') {
    this.#platform = platform;
    this.#language = language;
  }

  async request(path: string, init: RequestInit = {}): Promise<Seen> {
    const headers = {
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'accept-language': this.#language,
      ...(init.headers as Record<string, string>),
    };
    const response = await this.#platform.fetch(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      this.setCookies.push(line);
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return { status: response.status, headers: response.headers, text: await response.text(), location };
  }

  /** Opens a page, through redirects within the platform. */
  async open(path: string): Promise<Seen> {
    const seen = await this.request(path);
    return seen.location?.startsWith('/') ? this.open(seen.location) : seen;
  }

  /** Submits the form of the page that leads to `action`, with its hidden fields and these. */
  async submit(page: Seen, action: RegExp, fields: Record<string, string>): Promise<Seen> {
    const { path, hidden } = formOf(page, action);
    const body = new URLSearchParams({ ...hidden, ...fields });
    const seen = await this.request(path, { method: 'POST', body });
    return seen.location?.startsWith('/') ? this.open(seen.location) : seen;
  }

  /** Signs in on the page that an authorization request leads to. */
  async signIn(page: Seen, email: string, password: string): Promise<Seen> {
    return this.submit(page, /sign-in$/, { email, password });
  }
}

/** First form with a matching action, with its hidden fields. */
export function formOf(page: Seen, action: RegExp): { path: string; hidden: Record<string, string> } {
  for (const [, attributes = '', content = ''] of page.text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)) {
    const path = /action="([^"]+)"/.exec(attributes)?.[1] ?? '';
    if (!action.test(path)) continue;
    const inputs = [...content.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      /name="([^"]+)"/.exec(tag)![1]!,
      /value="([^"]*)"/.exec(tag)![1]!,
    ]);
    return { path, hidden: Object.fromEntries(inputs) as Record<string, string> };
  }
  throw new Error(`no form to ${action} in ${page.text}`);
}
