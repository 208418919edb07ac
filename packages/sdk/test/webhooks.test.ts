import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import {
  expressHandler,
  fastifyPlugin,
  fetchHandler,
  WebhookVerificationError,
  Webhooks,
  type Delivery,
  type OrderPaidEvent,
} from '../src/index.ts';

const KEY = Buffer.alloc(32, 7);
const SECRET = `whsec_${KEY.toString('base64')}`;
const BODY = JSON.stringify({
  id: 'evt_1',
  type: 'order.paid',
  created_at: '2026-11-21T15:04:05.123Z',
  store_id: 'sto_1',
  data: { id: 'ord_1', total: 10.5, line_items: [{ name: 'Ñandú' }] },
  meta: { status: 'delivered', paid_via: 'pos' },
});

/** Headers of a delivery, signed as Standard Webhooks defines it. */
function signed(body: string, { key = KEY, ageS = 0 } = {}): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000) - ageS);
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', randomUUID()).digest('base64')} v1,${signature}`,
    'x-service-delivery': 'dlv_1',
  };
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a receiver of each kind. @returns its URL */
const RECEIVERS: Record<string, (webhooks: Webhooks) => Promise<string>> = {
  async Express(webhooks) {
    const app = express();
    app.post('/webhooks', expressHandler(webhooks));
    const server = app.listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  },
  async 'Express with express.raw()'(webhooks) {
    const app = express();
    app.post('/webhooks', express.raw({ type: 'application/json' }), expressHandler(webhooks));
    const server = app.listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  },
  async Fastify(webhooks) {
    const app = fastify();
    closing.push(() => app.close());
    await app.register(fastifyPlugin(webhooks, '/webhooks'));
    app.post('/json', (request) => Promise.resolve(request.body));
    return `${await app.listen({ host: '127.0.0.1', port: 0 })}/webhooks`;
  },
  async fetch(webhooks) {
    const handle = fetchHandler(webhooks);
    const server = createServer((request, response) => {
      const headers = new Headers(request.headers as Record<string, string>);
      const init = { method: 'POST', headers, body: request, duplex: 'half' } as unknown as RequestInit;
      handle(new Request('http://receiver.test/webhooks', init)).then(
        async (answer) => response.writeHead(answer.status).end(await answer.text()),
        () => response.writeHead(500).end(),
      );
    }).listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  },
};

const post = async (url: string, headers: Record<string, string>, body = BODY): Promise<number> =>
  (await fetch(url, { method: 'POST', headers, body })).status;

describe.each(Object.entries(RECEIVERS))('with %s', (_, start) => {
  test('a signed delivery reaches the handler of its type', async () => {
    const received: [OrderPaidEvent, Delivery][] = [];
    const webhooks = new Webhooks(SECRET).on(
      ['order.paid'],
      (event, delivery) => void received.push([event, delivery]),
    );
    const url = await start(webhooks);
    expect(await post(url, signed(BODY))).toBe(200);
    expect(await post(url, { ...signed(BODY), 'x-service-test': 'true' })).toBe(200);
    expect(received).toEqual([
      [JSON.parse(BODY), { id: 'dlv_1', isTest: false }],
      [JSON.parse(BODY), { id: 'dlv_1', isTest: true }],
    ]);
  });

  test('an unknown type is acknowledged', async () => {
    const url = await start(new Webhooks(SECRET));
    expect(await post(url, signed(BODY))).toBe(200);
  });

  test('a delivery with another secret, another body or an old timestamp is refused with 401', async () => {
    let calls = 0;
    const url = await start(new Webhooks(SECRET).on('order.paid', () => void calls++));
    expect(await post(url, signed(BODY, { key: Buffer.alloc(32, 8) }))).toBe(401);
    expect(await post(url, signed(BODY), BODY.replace('10.5', '99'))).toBe(401);
    expect(await post(url, signed(BODY, { ageS: 301 }))).toBe(401);
    expect(await post(url, { 'content-type': 'application/json' })).toBe(401);
    expect(calls).toBe(0);
  });

  test('a handler that throws gets the delivery again, by a 500', async () => {
    const failing = new Webhooks(SECRET).on('order.paid', () => Promise.reject(new Error('no disk')));
    expect(await post(await start(failing), signed(BODY))).toBe(500);
  });
});

test('a body that express.json() has parsed is refused with a message that says what to do', async () => {
  const app = express();
  const errors: unknown[] = [];
  app.use(express.json());
  app.post('/webhooks', expressHandler(new Webhooks(SECRET)));
  app.use(((error, _request, response, _next) => {
    errors.push(error);
    response.status(500).end();
  }) satisfies express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  expect((await fetch(url, { method: 'POST', headers: signed(BODY), body: BODY })).status).toBe(500);
  expect(String(errors[0])).toContain('register the webhook handler before express.json()');
});

test('other routes of a Fastify server keep their JSON', async () => {
  const url = await RECEIVERS['Fastify']!(new Webhooks(SECRET));
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
  expect(await (await fetch(url.replace('/webhooks', '/json'), init)).json()).toEqual({ a: 1 });
});

test('verify() returns the event without calling handlers', () => {
  const webhooks = new Webhooks(SECRET).on('order.paid', () => Promise.reject(new Error('called')));
  expect(webhooks.verify(Buffer.from(BODY), new Headers(signed(BODY)))).toEqual(JSON.parse(BODY));
  expect(() => webhooks.verify(BODY, {})).toThrow(WebhookVerificationError);
});
