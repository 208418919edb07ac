import { createHash, randomBytes } from 'node:crypto';
import { cliRoutes } from '@commerce/console-api/routes/cli.ts';
import type { AnswerOf, AnyConsoleRoute, InputOf } from '@commerce/console-api/route.ts';
import { untilAvailable, type Answer } from './api.ts';
import type { Account } from './platform.ts';

/** A call as it is sent, valid or not. */
interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** User agent of the client in the list of sessions. */
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Client of the console API, signed in or anonymous. */
export class ConsoleClient {
  readonly #gateway: string;
  /** Session cookie; empty when signed out. */
  readonly cookie: string;

  /** Token of the command line; empty for a browser. */
  readonly #bearer: string;

  constructor(gateway: string, cookie = '', bearer = '') {
    this.#gateway = gateway;
    this.cookie = cookie;
    this.#bearer = bearer;
  }

  /** Opens a session of the command line for the signed-in person, as `mostrador login` does. */
  async cli(): Promise<ConsoleClient> {
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const { code } = await this.call(cliRoutes.createCode, { body: { codeChallenge } });
    const { token } = await new ConsoleClient(this.#gateway).call(cliRoutes.start, {
      body: { code, codeVerifier },
    });
    return new ConsoleClient(this.#gateway, '', token);
  }

  get #credentials(): Record<string, string> {
    if (this.#bearer !== '') return { authorization: `Bearer ${this.#bearer}` };
    return this.cookie === '' ? {} : { cookie: this.cookie };
  }

  /** A client signed in as a person. Like a browser's user, it tries again while the platform is overloaded. */
  static async of(gateway: string, account: Account): Promise<ConsoleClient> {
    const response = await untilAvailable(
      () => ConsoleClient.#signIn(gateway, account),
      (answer) => answer,
    );
    if (response.status !== 200) throw new Error(`${account.email} cannot sign in: ${await response.text()}`);
    return new ConsoleClient(gateway, response.headers.getSetCookie()[0]!.split(';', 1)[0]);
  }

  static #signIn(gateway: string, { email, password }: Account): Promise<Response> {
    return fetch(`${gateway}/console/api/session`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-console': '1',
        'sec-fetch-site': 'same-origin',
        'user-agent': BROWSER,
      },
      body: JSON.stringify({ email, password }),
    });
  }

  /** Sends a call, valid or not. */
  async send(
    {
      method,
      path,
      upload,
    }: Pick<AnyConsoleRoute, 'method' | 'path'> & Partial<Pick<AnyConsoleRoute, 'upload'>>,
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
        ...this.#credentials,
        ...(method === 'GET' ? {} : { 'x-console': '1', 'sec-fetch-site': 'same-origin' }),
        ...(body === undefined
          ? {}
          : { 'content-type': file ? (upload?.types[0] ?? 'text/csv') : 'application/json' }),
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

  /** Calls a route; throws when it is refused. */
  async call<R extends AnyConsoleRoute>(route: R, input: InputOf<R>): Promise<AnswerOf<R>> {
    const { status, body, text } = await this.send(route, input);
    if (status !== 200) throw new Error(`${route.method} ${route.path} answered ${status}: ${text}`);
    return body as AnswerOf<R>;
  }
}
