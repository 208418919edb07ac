// covers: gateway, web, services/auth, services/catalog
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { problemSchema } from '@commerce/public-api/problem.ts';
import { startGateway } from '../support/extra-gateway.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { platform, type DemoApp } from '../support/platform.ts';
import { testEveryResponse } from '../support/every-response.ts';
import { parseRaw, RawConnection, type RawAnswer } from '../support/raw-http.ts';
import { basicOf } from '../support/token-endpoint.ts';

const { gateways, demo } = platform();
const [gateway] = gateways;
const API = '/api/public/2026-10';
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

let app: DemoApp;
let token: string;

beforeAll(async () => {
  app = await newApp();
  token = (await new AppClient(gateway, app).install(demo.stores[1].owner)).access_token;
});

/** The request line of a valid request. */
const GET_STORE = `GET ${API}/store HTTP/1.1`;

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n\r\n`;

/** Expects an error in the common format, after which the connection is closed. */
function expectRefusal({ status, headers, text }: RawAnswer, expected: number): void {
  expect([status, text.slice(0, 200)]).toEqual([expected, expect.stringMatching(/^\{/)]);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(headers.get('connection')).toBe('close');
  expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text));
  const problem = problemSchema.parse(JSON.parse(text));
  expect(problem.status).toBe(expected);
  expect(problem.request_id).toBe(headers.get('x-request-id'));
  expect(problem.request_id).toMatch(REQUEST_ID);
}

const request = (id: string, more: string[] = []) =>
  lines(GET_STORE, 'Host: x', `X-Request-Id: ${id}`, `Authorization: Bearer ${token}`, ...more);

describe('malformed HTTP', () => {
  test.each<[string, string | Buffer]>([
    ['bytes that are not HTTP', lines('HELLO')],
    ['a TLS handshake', Buffer.from('16030100c8010000c40303aaaaaaaa', 'hex')],
    ['an unknown version', lines('GET / HTTP/9.9', 'Host: x')],
    ['an unknown method', lines('FETCH / HTTP/1.1', 'Host: x')],
    ['a header without a colon', lines(GET_STORE, 'Host: x', 'nonsense')],
    ['a NUL in a header', lines(GET_STORE, 'Host: x', 'a: b\0c')],
    ['a space before the colon', lines(GET_STORE, 'Host: x', 'a : b')],
    [
      'a Content-Length that is not a number',
      lines('POST /oauth/apps/token HTTP/1.1', 'Host: x', 'Content-Length: x'),
    ],
    [
      'two Content-Lengths',
      lines('POST /oauth/apps/token HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'),
    ],
    [
      'both Content-Length and Transfer-Encoding',
      lines('POST /oauth/apps/token HTTP/1.1', 'Host: x', 'Content-Length: 4', 'Transfer-Encoding: chunked') +
        '0\r\n\r\n',
    ],
    [
      'a chunk whose length is not a number',
      lines('POST /oauth/apps/token HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked') + 'zz\r\n\r\n',
    ],
    ['no Host', lines(GET_STORE)],
    ['two Host headers', lines(GET_STORE, 'Host: x', 'host: evil.example')],
    [
      'two Authorization headers',
      lines(GET_STORE, 'Host: x', 'Authorization: Bearer a', 'authorization: Bearer b'),
    ],
  ])('a request with %s is a 400 problem with a request id', async (_what, bytes) => {
    expectRefusal(await RawConnection.exchange(gateway, bytes), 400);
  });

  test.each([
    ['one header of 20 KB', lines(GET_STORE, 'Host: x', `x: ${'y'.repeat(20_000)}`)],
    [
      'many headers',
      lines(GET_STORE, 'Host: x', ...Array.from({ length: 1_500 }, (_, n) => `x${n}: yyyyyyyyyy`)),
    ],
    ['a URL of 20 KB', lines(`GET /${'y'.repeat(20_000)} HTTP/1.1`, 'Host: x')],
  ])('a request with %s is a 431 problem with a request id', async (_what, bytes) => {
    expectRefusal(await RawConnection.exchange(gateway, bytes), 431);
  });

  test('an unknown expectation is ignored', async () => {
    const bytes = lines(GET_STORE, 'Host: x', 'Expect: the-unexpected', 'Connection: close');
    const answer = await RawConnection.exchange(gateway, bytes);
    const id = expect.stringMatching(REQUEST_ID);
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([401, id]);
  });

  test('pipelined requests are answered in order', async () => {
    const connection = new RawConnection(gateway);
    connection.send(request('one') + request('two') + request('three', ['Connection: close']));
    await connection.closed;
    expect([...connection.text.matchAll(/x-request-id: (\w+)/gi)].map(([, id]) => id)).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect([...connection.text.matchAll(/HTTP\/1\.1 200 /g)]).toHaveLength(3);
  });
});

const tokenHead = (...more: string[]): string =>
  lines(
    'POST /oauth/apps/token HTTP/1.1',
    'Host: x',
    `Authorization: ${basicOf(app.client_id, app.client_secret)}`,
    'Content-Type: application/json',
    ...more,
  );

describe('oversized bodies', () => {
  test('an oversized body is refused by its Content-Length before it is sent', async () => {
    const answer = await RawConnection.exchange(gateway, tokenHead('Content-Length: 1048577'));
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([413, 'invalid_request']);
  });

  test('an oversized chunked body is refused at the limit and not read further', async () => {
    const connection = new RawConnection(gateway);
    connection.send(tokenHead('Transfer-Encoding: chunked'));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    // A client that reads only when it cannot send any more: up to 64 MiB.
    connection.socket.pause();
    let sent = 0;
    for (let isTaken = true; isTaken && sent < 1024; sent += 1) {
      const drained =
        connection.socket.write(chunk) ||
        once(connection.socket, 'drain').then(
          () => true,
          () => false,
        );
      isTaken = await Promise.race([drained, sleep(200, false)]);
    }
    connection.socket.resume();
    await connection.closed;
    const answer = parseRaw(connection.text);
    expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
    expect(JSON.parse(answer.text).error).toBe('invalid_request');
    expect(answer.headers.get('x-request-id')).toMatch(REQUEST_ID);
    // The capacity of the buffers of both sockets.
    expect(sent).toBeLessThan(256);
  });

  test('an oversized body of a page form is answered with a page', async () => {
    const { status, headers } = await fetch(`${gateway}/oauth/apps/consent/${'x'.repeat(32)}`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'x'.repeat(20_000) }),
    });
    expect([status, headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
  });

  test('a body of a request that takes none is refused without waiting for it', async () => {
    const bytes = lines(
      `GET ${API}/store HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${token}`,
      'Content-Length: 100000000',
    );
    const connection = new RawConnection(gateway);
    connection.send(bytes);
    await connection.until(/^HTTP\/1\.1 400 [^]*unknown_field/);
    connection.socket.destroy();
  });
});

describe('slow clients', () => {
  test('a client that sends headers or body too slowly gets 408 and is disconnected', async () => {
    const shortTimeoutGateway = await startGateway({ REQUEST_TIMEOUT_MS: '1000' });
    try {
      const headers = new RawConnection(shortTimeoutGateway.url);
      headers.send(`GET ${API}/store HTTP/1.1\r\nHost: x\r\n`);
      const drip = setInterval(() => headers.socket.writable && headers.send('a: b\r\n'), 100);
      const [body, patient] = [new RawConnection(shortTimeoutGateway.url), new RawConnection(gateway)];
      for (const connection of [body, patient])
        connection.send(
          lines(
            'POST /oauth/apps/token HTTP/1.1',
            'Host: x',
            'Content-Type: application/json',
            'Content-Length: 9',
          ),
        );
      await Promise.all([headers.closed, body.closed]).finally(() => clearInterval(drip));
      // The timeout is the configured one: with a setting ten times as long, the same connection stays open.
      expect(patient.socket.closed).toBe(false);
      patient.socket.destroy();
      expectRefusal(parseRaw(headers.text), 408);
      expect(parseRaw(body.text).status).toBe(408);
      expect([...body.text.matchAll(/HTTP\/1\.1/g)]).toHaveLength(1);
    } finally {
      await shortTimeoutGateway.stop();
    }
  });
});

testEveryResponse('2026-10', () => gateway);
