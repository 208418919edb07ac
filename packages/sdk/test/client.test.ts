import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ConflictError,
  ConnectionError,
  createClient,
  InvalidRequestError,
  InvalidTokenError,
  NotFoundError,
  RateLimitError,
  ServerError,
  type Client,
} from '../src/index.ts';

/** A request as the server received it. */
interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (response: ServerResponse, seen: Seen) => void;

const seen: Seen[] = [];
/** Answers in order; the last one repeats. */
let answers: Answer[] = [];
let server: Server;
let root: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      seen.push({ method: method!, url: url!, headers, body });
      (answers.length > 1 ? answers.shift()! : answers[0]!)(response, seen.at(-1)!);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close().closeAllConnections());
beforeEach(() => void seen.splice(0));

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'x-request-id': 'req-1', ...headers }).end(JSON.stringify(body));
const problem = (status: number, code: string, reason?: string) =>
  json(status, {
    code,
    status,
    detail: `It is ${code}.`,
    details: reason === undefined ? [] : [{ reason, message: '' }],
  });
const lost: Answer = (response) => response.socket!.destroy();
/** A response that ends before its end. */
const cut: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"data":', () => response.socket!.destroy());
};

const clientOf = (options: Partial<Parameters<typeof createClient>[0]> = {}): Client =>
  createClient({ baseUrl: `${root}/api/public/2026-10`, token: 'secret', ...options });

describe('a call', () => {
  test('sends path, query and body, and returns the data', async () => {
    answers = [json(200, { data: { id: 'prd_1' } })];
    expect(await clientOf().updateProduct({ id: 'prd/1', body: { name: 'Mate' } })).toEqual({ id: 'prd_1' });
    await clientOf().getProduct({ id: 'prd_1' });
    expect(seen).toMatchObject([
      {
        method: 'PATCH',
        url: '/api/public/2026-10/products/prd%2F1',
        body: '{"name":"Mate"}',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      },
      { method: 'GET', url: '/api/public/2026-10/products/prd_1', body: '' },
    ]);
    expect(seen[1]!.headers['idempotency-key']).toBeUndefined();
  });

  test('is repeated with the same key until it is answered, whatever was lost', async () => {
    answers = [
      lost,
      cut,
      problem(503, 'unavailable'),
      problem(409, 'conflict', 'idempotency_in_progress'),
      json(201, { data: {} }),
    ];
    await clientOf().createProduct({ body: { name: 'Mate' } });
    expect(seen).toHaveLength(5);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    await clientOf().createProduct({ body: { name: 'Mate' } }, { idempotencyKey: 'document-7' });
    expect(seen[5]!.headers['idempotency-key']).toBe('document-7');
    expect(seen[0]!.headers['idempotency-key']).not.toBe(seen[5]!.headers['idempotency-key']);
  });

  test('waits for the time in Retry-After', async () => {
    answers = [
      json(429, { error: 'Too many requests', retryAfter: 1 }, { 'retry-after': '1' }),
      json(200, { data: [] }),
    ];
    const started = performance.now();
    await clientOf().getStore();
    expect(performance.now() - started).toBeGreaterThan(990);
    expect(seen).toHaveLength(2);
  });

  test('gives up after the retries, with the class of the last response', async () => {
    answers = [json(429, {}, { 'retry-after': '0' })];
    await expect(clientOf({ maxRetries: 2 }).getStore()).rejects.toThrow(RateLimitError);
    expect(seen).toHaveLength(3);
    answers = [json(502, '<html>', { 'retry-after': '0' })];
    await expect(clientOf({ maxRetries: 1 }).getStore()).rejects.toMatchObject({
      constructor: ServerError,
      name: 'ServerError',
      code: 'unknown',
      status: 502,
      message: 'The API responded with status 502.',
    });
    answers = [lost];
    await expect(clientOf({ maxRetries: 0 }).getStore()).rejects.toThrow(ConnectionError);
    answers = [() => undefined];
    await expect(clientOf({ maxRetries: 0, timeoutMs: 50 }).getStore()).rejects.toThrow(
      `GET ${root}/api/public/2026-10/store failed: no response within 50 ms.`,
    );
  });

  test.each([
    [400, 'invalid_request', InvalidRequestError],
    [404, 'not_found', NotFoundError],
    [409, 'conflict', ConflictError],
  ])(
    'is not repeated after %i %s, which is thrown with code, details and request id',
    async (status, code, Class) => {
      answers = [problem(status, code, 'why')];
      const error = await clientOf()
        .getStore()
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Class);
      expect(error).toMatchObject({
        message: `It is ${code}.`,
        status,
        code,
        reason: 'why',
        details: [{ reason: 'why', message: '' }],
        requestId: 'req-1',
      });
      expect(seen).toHaveLength(1);
    },
  );

  test('asks once for another token when the API refuses it', async () => {
    const refusals: (string | undefined)[] = [];
    const token = (refused?: string) => {
      refusals.push(refused);
      return Promise.resolve(refused === undefined ? 'old' : 'new');
    };
    answers = [problem(401, 'invalid_token'), json(200, { data: { id: 'sto_1' } })];
    expect(await clientOf({ token }).getStore()).toEqual({ id: 'sto_1' });
    expect(refusals).toEqual([undefined, 'old']);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    answers = [problem(401, 'invalid_token')];
    await expect(clientOf({ token }).getStore()).rejects.toThrow(InvalidTokenError);
    await expect(clientOf().getStore()).rejects.toThrow(InvalidTokenError);
    expect(seen).toHaveLength(5);
  });

  test('ends when its signal is aborted, also while it waits', async () => {
    answers = [json(429, {}, { 'retry-after': '600' })];
    const controller = new AbortController();
    const call = clientOf().getStore({}, { signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    controller.abort(new Error('shutting down'));
    await expect(call).rejects.toThrow();
    expect(seen).toHaveLength(1);
  });

  test('refuses an id that is empty, and a URL of another version', async () => {
    await expect(clientOf().getProduct({ id: '' })).rejects.toThrow('id must be a string that is not empty.');
    expect(() => createClient({ baseUrl: `${root}/api/public/2020-01`, token: '' })).toThrow(
      /must be a URL that ends in/,
    );
    expect(seen).toHaveLength(0);
  });
});

/** Three pages of two items. */
const page: Answer = (response, { url }) => {
  const cursor = new URL(url, root).searchParams.get('cursor');
  const number = cursor === null ? 1 : Number(cursor);
  json(200, {
    data: [{ id: `a${number}` }, { id: `b${number}` }],
    next_cursor: number < 3 ? `${number + 1}` : null,
  })(response, seen.at(-1)!);
};

describe('a list', () => {
  test('is iterated page by page with the same filters', async () => {
    answers = [page];
    const ids: string[] = [];
    for await (const { id } of clientOf().listProducts({ limit: 2, sku: 'a b', brand: undefined }))
      ids.push(id);
    expect(ids).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/public/2026-10/products?limit=2&sku=a+b',
      '/api/public/2026-10/products?limit=2&sku=a+b&cursor=2',
      '/api/public/2026-10/products?limit=2&sku=a+b&cursor=3',
    ]);
  });

  test('is awaited for one page, and sends nothing before', async () => {
    answers = [page];
    const list = clientOf().listProducts();
    expect(seen).toHaveLength(0);
    expect(await list).toEqual({ data: [{ id: 'a1' }, { id: 'b1' }], next_cursor: '2' });
    for await (const { id } of clientOf().listProducts()) if (id === 'b1') break;
    expect(seen).toHaveLength(2);
  });
});
