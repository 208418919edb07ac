import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sender, type AttemptResult } from '../src/use-cases/deliveries/send-attempt.ts';
import { systemResolve, type Resolve } from '@commerce/service-kit/outbound/resolve-hostname.ts';
import type { UrlPolicy } from '@commerce/service-kit/outbound/public-url.ts';
import { addressRanges } from '@commerce/service-kit/outbound/public-address.ts';
import { startSocketServer, type SocketServer } from './support/socket-server.ts';
import { collectGarbage } from '@commerce/service-kit/process/collect-garbage.ts';
import { testCa, type TestCa } from '@commerce/service-kit/testing/ca.ts';

/** Enough for a handshake on a busy machine. */
const TIMEOUT_MS = 4_000;
const local: UrlPolicy = { allowHttp: false, allowed: addressRanges(['127.0.0.0/8']) };
const production: UrlPolicy = { allowHttp: false, allowed: undefined };

let ca: TestCa;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  ca = await testCa();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function newSender(policy = local, resolve: Resolve = systemResolve): Sender {
  const sender = new Sender({ policy, resolve, extraCa: ca.ca, timeoutMs: TIMEOUT_MS });
  closing.push(() => sender.close());
  return sender;
}

async function serve(talk: (socket: Socket) => void): Promise<SocketServer> {
  const server = await startSocketServer(ca, talk);
  closing.push(() => server.close());
  return server;
}

const attempt = (sender: Sender, url: string): Promise<AttemptResult> =>
  sender.attempt({ url, headers: { 'Content-Type': 'application/json' }, body: Buffer.from('{}') });

const TOO_LONG = 'The receiver did not answer completely within 4 seconds.';
const OK = 'HTTP/1.1 200 OK\r\n';

/** Writes as long as the other side reads. */
function flood(socket: Socket, piece: string | Buffer): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
}

async function drip(socket: Socket, text: string): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return;
    socket.write(character);
    await sleep(100);
  }
}

/** Memory of buffers that are still in use. */
function bytesInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

describe('receivers', () => {
  const hostile: [string, (socket: Socket) => void, Partial<AttemptResult>][] = [
    ['that never answers', () => undefined, { status: undefined, error: TOO_LONG }],
    [
      'that drips its headers',
      (s) => void drip(s, OK + 'X-A: a\r\n'.repeat(100)),
      { status: undefined, error: TOO_LONG },
    ],
    [
      'that drips its body',
      (s) => void (s.write(`${OK}Content-Length: 900\r\n\r\n`), drip(s, 'x'.repeat(900))),
      { status: 200, error: TOO_LONG },
    ],
    [
      'that sends 10 GB',
      (s) => (s.write(`${OK}Content-Length: 10737418240\r\n\r\n`), flood(s, Buffer.alloc(65_536, 'x'))),
      { status: 200, error: undefined, response: Buffer.alloc(1024, 'x') },
    ],
    [
      'that sends chunks forever',
      (s) => (s.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`), flood(s, `400\r\n${'y'.repeat(1024)}\r\n`)),
      { status: 200, error: undefined, response: Buffer.alloc(1024, 'y') },
    ],
    [
      'that sends endless headers',
      (s) => (s.write(OK), flood(s, `X-A: ${'a'.repeat(500)}\r\n`)),
      { status: undefined, error: 'The headers of the answer are too large.' },
    ],
    [
      'that sends one endless header',
      (s) => (s.write(`${OK}X-A: `), flood(s, 'a'.repeat(4096))),
      { status: undefined, error: 'The headers of the answer are too large.' },
    ],
    [
      'that sends early hints forever',
      (s) => flood(s, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
      { status: undefined },
    ],
    [
      'that does not speak HTTP',
      (s) => void s.end('220 mail.example.com ESMTP\r\n'),
      { status: undefined, error: 'The answer is not valid HTTP.' },
    ],
    [
      'that closes before it answers',
      (s) => void s.destroy(),
      { status: undefined, error: 'The connection was closed before the answer was complete.' },
    ],
    [
      'that closes in the middle of its body',
      (s) => void s.end(`${OK}Content-Length: 100\r\n\r\nabc`),
      { status: 200, error: 'The connection was closed before the answer was complete.' },
    ],
    [
      'that answers an error with a body that never ends',
      (s) => void (s.write('HTTP/1.1 500 No\r\nContent-Length: 900\r\n\r\n'), drip(s, 'x'.repeat(900))),
      { status: 500, error: 'The receiver answered 500.' },
    ],
    [
      'that answers without a body',
      (s) => void s.write('HTTP/1.1 204 No Content\r\n\r\n'),
      { status: 204, error: undefined, response: Buffer.alloc(0) },
    ],
    [
      'that answers with gzip',
      (s) => void s.write(`${OK}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`),
      { status: 200, error: undefined, response: Buffer.from('abc') },
    ],
  ];

  test.each(hostile)(
    'a receiver %s occupies an attempt for its time limit at most, and little memory',
    async (_name, talk, expected) => {
      const server = await serve(talk);
      const sender = newSender();
      const before = bytesInUse();
      let most = before;
      // Tenths of a second of this process: on a busy machine they are longer. Each begins after the measurement before it, because
      // collecting garbage may take longer than a tenth, and without a pause the handshake would not proceed.
      let tenths = 0;
      const measure = () => {
        tenths++;
        most = Math.max(most, bytesInUse());
        timer = setTimeout(measure, 100);
      };
      let timer = setTimeout(measure, 100);
      const result = await attempt(sender, server.url).finally(() => clearTimeout(timer));
      expect(result).toMatchObject(expected);
      expect(tenths).toBeLessThan(TIMEOUT_MS / 100 + 10);
      expect(most - before).toBeLessThan(32 * 1024 * 1024);
      if (result.error !== undefined || result.response.length === 1024) {
        // No connection stays open to a receiver that did not end its response.
        for (let n = 0; n < 1_500 && server.open.size > 0; n++) await sleep(20);
        expect(server.open.size).toBe(0);
      }
    },
  );

  test('a receiver whose TLS handshake never ends occupies an attempt for its time limit at most', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    closing.push(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    expect(await attempt(newSender(), url)).toMatchObject({ status: undefined, error: TOO_LONG });
  });

  test('a receiver whose name server never answers occupies an attempt for its time limit at most', async () => {
    const sender = newSender(production, () => new Promise(() => undefined));
    const result = await attempt(sender, 'https://hooks.example.com/');
    expect(result).toMatchObject({ status: undefined, error: TOO_LONG });
  });

  test('a receiver that closes idle connections causes no failed attempt', async () => {
    const sockets: Socket[] = [];
    const server = await serve((socket) => {
      sockets.push(socket);
      socket.on('data', () => socket.end());
      socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
    });
    const sender = newSender();
    for (let n = 0; n < 3; n++)
      expect(await attempt(sender, server.url)).toMatchObject({ status: 200, error: undefined });
  });
});
