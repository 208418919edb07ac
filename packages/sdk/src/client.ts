import { randomUUID } from 'node:crypto';
import { InvalidTokenError } from './errors.ts';
import { API_VERSION, calls, SDK_VERSION, type Methods } from './generated/methods.ts';
import { List, type Page } from './list.ts';
import type { CallOptions } from './method.ts';
import { sendWithRetries, type Received } from './retry.ts';

/** Returns the current access token; `refused` is the one that the API just rejected with 401. */
export type TokenProvider = (refused?: string) => Promise<string>;

/** Settings of a client. */
export interface ClientOptions {
  /** Root of the API with its version, e.g. `https://mostrador.example/api/public/2026-10`. */
  baseUrl: string;
  /** Access token of an installation, or a function that returns the current one. `App.client()` sets it. */
  token: string | TokenProvider;
  /** Retries after a lost connection, 429, 5xx, or a running idempotency key; default 5. */
  maxRetries?: number;
  /** Time for one attempt in ms; default 30,000. */
  timeoutMs?: number;
}

/** A client of one store: a method per operation of the API. */
export type Client = Methods;

/** `User-Agent` of all requests. */
export const USER_AGENT = `mostrador-sdk/${SDK_VERSION}`;

type Input = Record<string, unknown> & { body?: unknown };

/** Creates a client. Throws `TypeError` if `baseUrl` is not the root of the API version that the types describe. */
export function createClient({ baseUrl, token, maxRetries = 5, timeoutMs = 30_000 }: ClientOptions): Client {
  const root = baseUrl.replace(/\/$/, '');
  if (!URL.canParse(root) || !root.endsWith(`/${API_VERSION}`))
    throw new TypeError(`baseUrl must be a URL that ends in /${API_VERSION}: ${baseUrl}`);
  const tokens: TokenProvider = typeof token === 'string' ? () => Promise.resolve(token) : token;

  async function send(
    name: keyof typeof calls,
    input: Input = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const { method, path } = calls[name];
    const { body, ...parameters } = input;
    const url = `${root}${fill(path, parameters)}`;
    const headers: Record<string, string> = { 'user-agent': USER_AGENT };
    if (method !== 'GET' && method !== 'DELETE') {
      headers['content-type'] = 'application/json';
      headers['idempotency-key'] = options.idempotencyKey ?? randomUUID();
    }
    const attempt = async (bearer: string): Promise<Received> => {
      const init = { method, headers: { ...headers, authorization: `Bearer ${bearer}` } };
      const limits = { maxRetries, timeoutMs, signal: options.signal };
      return sendWithRetries(
        url,
        body === undefined ? init : { ...init, body: JSON.stringify(body) },
        limits,
      );
    };
    return JSON.parse((await withToken(tokens, attempt)).text);
  }

  const methods = Object.entries(calls).map(([key, { paged }]) => {
    const name = key as keyof typeof calls;
    const single = async (input?: Input, options?: CallOptions): Promise<unknown> =>
      ((await send(name, input, options)) as { data: unknown }).data;
    const list = (input?: Input, options?: CallOptions): List<unknown> =>
      new List(
        (cursor) =>
          send(name, cursor === undefined ? input : { ...input, cursor }, options) as Promise<Page<unknown>>,
      );
    return [name, paged ? list : single];
  });
  return Object.fromEntries(methods) as Client;
}

/** Sends with the current token, and once more with a new one when the API refuses it. */
async function withToken(
  tokens: TokenProvider,
  attempt: (token: string) => Promise<Received>,
): Promise<Received> {
  const token = await tokens();
  try {
    return await attempt(token);
  } catch (error) {
    if (!(error instanceof InvalidTokenError)) throw error;
    const next = await tokens(token);
    if (next === token) throw error;
    return attempt(next);
  }
}

/** Path with its parameters, and the remaining ones as the query; undefined ones are left out. */
function fill(template: string, parameters: Record<string, unknown>): string {
  const rest = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    // An empty id would call the list.
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`${name} must be a string that is not empty.`);
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(
    Object.fromEntries([...rest].map(([name, value]) => [name, String(value)])),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}
