import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sender, type AttemptResult } from '../src/delivery/attempt.ts';
import { systemResolve, type Resolve } from '../src/delivery/resolve.ts';
import type { UrlPolicy } from '../src/domain/endpoint-url.ts';
import { addressRanges } from '../src/domain/public-address.ts';
import { startSocketServer, type SocketServer } from './support/socket-server.ts';
import { testCa, type TestCa } from './support/receiver.ts';

const TIMEOUT_MS = 1_500;
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

const TOO_LONG = 'The receiver did not answer completely within 1.5 seconds.';
const OK = 'HTTP/1.1 200 OK\r\n';

/** Writes for as long as the other end takes it. */
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

describe('a receiver', () => {
  const hostile: [string, (socket: Socket) => void, Partial<AttemptResult>][] = [
    ['that never answers', () => undefined, { status: undefined, error: TOO_LONG }],
    ['that drips its headers', (s) => void drip(s, OK.repeat(50)), { status: undefined, error: TOO_LONG }],
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
      'that sends chunks for ever',
      (s) => (s.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`), flood(s, `400\r\n${'y'.repeat(1024)}\r\n`)),
      { status: 200, error: undefined, response: Buffer.alloc(1024, 'y') },
    ],
    [
      'with endless headers',
      (s) => (s.write(OK), flood(s, `X-A: ${'a'.repeat(500)}\r\n`)),
      { status: undefined, error: 'The headers of the answer are too large.' },
    ],
    [
      'with one endless header',
      (s) => (s.write(`${OK}X-A: `), flood(s, 'a'.repeat(4096))),
      { status: undefined, error: 'The headers of the answer are too large.' },
    ],
    [
      'with early hints for ever',
      (s) => flood(s, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
      { status: undefined },
    ],
    [
      'that is not HTTP',
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
    '%s holds an attempt for its time only, and little memory',
    async (_name, talk, expected) => {
      const server = await serve(talk);
      const sender = newSender();
      const before = process.memoryUsage();
      const result = await attempt(sender, server.url);
      expect(result).toMatchObject(expected);
      expect(result.durationMs).toBeLessThan(TIMEOUT_MS + 1_000);
      const after = process.memoryUsage();
      expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(32 * 1024 * 1024);
      if (result.error !== undefined || result.response.length === 1024) {
        // Nothing is left open to one that did not end its answer.
        for (let n = 0; n < 100 && server.open.size > 0; n++) await sleep(20);
        expect(server.open.size).toBe(0);
      }
    },
  );

  test('whose TLS handshake never ends holds an attempt for its time only', async () => {
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

  test('whose name server never answers holds an attempt for its time only', async () => {
    const sender = newSender(production, () => new Promise(() => undefined));
    const result = await attempt(sender, 'https://hooks.example.com/');
    expect(result).toMatchObject({ status: undefined, error: TOO_LONG });
  });

  test('that closes idle connections is none that failed', async () => {
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

/** Every connection that an attempt made is to a listener that counts it; none must be. */
describe('an address that is not public', () => {
  const V4 = [
    '127.0.0.1',
    '10.0.0.1',
    '172.16.5.4',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ];
  const MORE_V4 = ['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.9'];
  const V6 = [
    ...[
      '::1',
      '::',
      'fe80::1',
      'fe80::1%eth0',
      'fe80::1%1',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      'fec0::1',
    ],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::ffff:a9fe:a9fe',
      '::127.0.0.1',
      '::7f00:1',
      '::ffff:0:127.0.0.1',
    ],
    ...[
      '64:ff9b::127.0.0.1',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b::10.1.2.3',
      '64:ff9b:1::7f00:1',
      '2002:7f00:1::1',
    ],
    ...['2002:a9fe:a9fe::', '2001:0:7f00:1::1', '2001::1', '2001:db8::1', '3fff::1', '100::1', '5f00::1'],
  ];
  const answers: [string, string[]][] = [
    ...[...V4, ...MORE_V4, ...V6].map((address): [string, string[]] => [address, [address]]),
    ['a public and a private one', ['93.184.216.34', '127.0.0.1']],
    ['a private and a public one', ['10.0.0.1', '93.184.216.34']],
    ['a public one and the metadata service in IPv6', ['93.184.216.34', 'fd00:ec2::254']],
    ['a public one of IPv6 and a private one', ['2606:4700:4700::1111', '192.168.0.1']],
    ['what is no address', ['localhost']],
    ['an empty text', ['']],
    ['none', []],
  ];

  test.each(answers)('as an answer of a name server is not connected to: %s', async (_name, addresses) => {
    const asked: string[] = [];
    const sender = newSender(production, async (hostname) => {
      asked.push(hostname);
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    });
    const listener = await countConnections();
    const result = await attempt(sender, `https://hooks.example.com:${listener.port}/`);
    expect(result).toMatchObject({ status: undefined });
    if (addresses.length > 0) expect(result.error).toBe('The URL leads to an address that is not public.');
    expect(listener.count()).toBe(0);
    // One look-up: what was checked is what would have been connected to.
    expect(asked).toEqual(['hooks.example.com']);
  });

  const LITERALS = [
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '0177.1',
      '017700000001',
    ],
    ...[
      '127.0.0.1.',
      '0',
      '0.0.0.0',
      '10.0.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
    ],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[0:0:0:0:0:0:0:1]',
      '[fe80::1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::1]',
      '[fd00::1]',
      '[ff02::1]',
      '１２７.０.０.１',
      '①②⑦.0.0.1',
      'localhost',
    ],
    ...['LOCALHOST', 'localhost.', 'app.localhost', 'intranet', 'db.internal', 'printer.local'],
  ];

  test.each(LITERALS)('in a URL is not connected to, nor asked for: %s', async (host) => {
    let asked = 0;
    const sender = newSender(production, async () => {
      asked++;
      return [{ address: '127.0.0.1', family: 4 }];
    });
    const listener = await countConnections();
    const result = await attempt(sender, `https://${host}:${listener.port}/`);
    expect(result).toMatchObject({
      status: undefined,
      error: 'The URL leads to an address that is not public.',
    });
    expect(listener.count()).toBe(0);
    expect(asked).toBe(0);
  });

  test('does not come in by rebinding: each connection goes to what was checked for it', async () => {
    const listener = await countConnections();
    let asked = 0;
    const sender = newSender(production, async () => [
      { address: asked++ === 0 ? '192.0.2.1' : '127.0.0.1', family: 4 },
    ]);
    for (let n = 0; n < 3; n++) await attempt(sender, `https://hooks.example.com:${listener.port}/`);
    expect(asked).toBe(3);
    expect(listener.count()).toBe(0);
  });

  test.each([
    'http://example.com:8080/',
    'https://example.com:80/',
    'https://a:b@example.com/',
    'ftp://example.com/',
  ])('nor a URL that may not be saved: %s', async (url) => {
    const sender = newSender(production, async () => {
      throw new Error('asked');
    });
    expect((await attempt(sender, url)).error).toBe('The URL leads to an address that is not public.');
  });

  async function countConnections(): Promise<{ port: number; count: () => number }> {
    let count = 0;
    const server = createServer((socket) => {
      count++;
      socket.destroy();
    }).listen(0, '::');
    await once(server, 'listening');
    closing.push(async () => {
      server.close();
      await once(server, 'close');
    });
    return { port: (server.address() as AddressInfo).port, count: () => count };
  }
});
