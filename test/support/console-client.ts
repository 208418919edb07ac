import type { AnswerOf, AnyConsoleRoute, InputOf } from '@commerce/console-api/route.ts';
import type { Answer } from './api.ts';
import type { Account } from './platform.ts';

/** A call as it goes out, whatever the route says of it. */
interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls the console API as the pages do, for one person or for nobody. */
export class ConsoleClient {
  readonly #gateway: string;
  /** The cookie of the session; empty when nobody is signed in. */
  readonly cookie: string;

  constructor(gateway: string, cookie = '') {
    this.#gateway = gateway;
    this.cookie = cookie;
  }

  /** A client of a person. */
  static async of(gateway: string, { email, password }: Account): Promise<ConsoleClient> {
    const response = await fetch(`${gateway}/console/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password }),
    });
    if (response.status !== 200) throw new Error(`${email} cannot sign in: ${await response.text()}`);
    return new ConsoleClient(gateway, response.headers.getSetCookie()[0]!.split(';', 1)[0]);
  }

  /** Sends a call, right or wrong. */
  async send(
    { method, path }: Pick<AnyConsoleRoute, 'method' | 'path'>,
    { params = {}, query = {}, body, headers = {} }: Sent = {},
  ): Promise<Answer> {
    const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) =>
      encodeURIComponent(params[name] ?? 'x'),
    );
    const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const search = new URLSearchParams(given).toString();
    const file = body instanceof Uint8Array;
    const response = await fetch(`${this.#gateway}${filled}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: {
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(method === 'GET' ? {} : { 'x-console': '1', 'sec-fetch-site': 'same-origin' }),
        ...(body === undefined ? {} : { 'content-type': file ? 'text/csv' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: file ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }

  /** Calls a route as the pages do; throws when it is refused. */
  async call<R extends AnyConsoleRoute>(route: R, input: InputOf<R>): Promise<AnswerOf<R>> {
    const { status, body, text } = await this.send(route, input);
    if (status !== 200) throw new Error(`${route.method} ${route.path} answered ${status}: ${text}`);
    return body as AnswerOf<R>;
  }
}
