import { afterEach, describe, expect, test } from 'vitest';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Sender, type AttemptResult } from '../src/delivery/attempt.ts';
import type { Resolve } from '../src/delivery/resolve.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** As in production: nothing that is not public is allowed. */
function newSender(resolve: Resolve): Sender {
  const policy = { allowHttp: false, allowed: undefined };
  const sender = new Sender({ policy, resolve, extraCa: undefined, timeoutMs: 1_500 });
  closing.push(() => sender.close());
  return sender;
}

const attempt = (sender: Sender, url: string): Promise<AttemptResult> =>
  sender.attempt({ url, headers: {}, body: Buffer.from('{}') });

/** Counts the connections that are made to a port. */
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
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fe80::1%1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'fec0::1',

    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',

    '64:ff9b::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::10.1.2.3',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::1',
    '2002:a9fe:a9fe::',
    '2001:0:7f00:1::1',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '5f00::1',
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
    const sender = newSender(async (hostname) => {
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
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '0177.1',
    '017700000001',

    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',

    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[0:0:0:0:0:0:0:1]',
    '[fe80::1]',

    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::1]',
    '[fd00::1]',
    '[ff02::1]',
    '１２７.０.０.１',
    '①②⑦.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    'intranet',
    'db.internal',
    'printer.local',
  ];

  test.each(LITERALS)('in a URL is not connected to, nor asked for: %s', async (host) => {
    let asked = 0;
    const sender = newSender(async () => {
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
    const sender = newSender(async () => [{ address: asked++ === 0 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
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
    const sender = newSender(async () => {
      throw new Error('asked');
    });
    expect((await attempt(sender, url)).error).toBe('The URL leads to an address that is not public.');
  });
});
