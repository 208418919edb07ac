import { afterEach, describe, expect, test } from 'vitest';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Sender, type AttemptResult } from '../src/use-cases/deliveries/send-attempt.ts';
import type { Resolve } from '@commerce/service-kit/outbound/resolve-hostname.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Creates a sender with the policy of production: public addresses only. */
function newSender(resolve: Resolve): Sender {
  const policy = { allowHttp: false, allowed: undefined };
  const sender = new Sender({ policy, resolve, extraCa: undefined, timeoutMs: 1_500 });
  closing.push(() => sender.close());
  return sender;
}

const attempt = (sender: Sender, url: string): Promise<AttemptResult> =>
  sender.attempt({ url, headers: {}, body: Buffer.from('{}') });

/** Listens on a port and counts connections. */
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

/** Connections of an attempt would reach a listener that counts them; the count must stay zero. */
describe('private addresses', () => {
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
  const resolutions: [string, string[]][] = [
    ...[...V4, ...MORE_V4, ...V6].map((address): [string, string[]] => [address, [address]]),
    ['a public and a private one', ['93.184.216.34', '127.0.0.1']],
    ['a private and a public one', ['10.0.0.1', '93.184.216.34']],
    ['a public one and the metadata service in IPv6', ['93.184.216.34', 'fd00:ec2::254']],
    ['a public one of IPv6 and a private one', ['2606:4700:4700::1111', '192.168.0.1']],
    ['not an address', ['localhost']],
    ['an empty string', ['']],
    ['none', []],
  ];

  test.each(resolutions)(
    'a private address is not connected to when a name resolves to it: %s',
    async (_name, addresses) => {
      const lookups: string[] = [];
      const sender = newSender(async (hostname) => {
        lookups.push(hostname);
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      });
      const listener = await countConnections();
      const result = await attempt(sender, `https://hooks.example.com:${listener.port}/`);
      expect(result).toMatchObject({ status: undefined });
      if (addresses.length > 0) expect(result.error).toBe('The URL leads to an address that is not public.');
      expect(listener.count()).toBe(0);
      // One lookup: the checked addresses are those of the connection.
      expect(lookups).toEqual(['hooks.example.com']);
    },
  );

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

  test.each(LITERALS)(
    'a private address is neither connected to nor looked up when a URL contains it: %s',
    async (host) => {
      let lookups = 0;
      const sender = newSender(async () => {
        lookups++;
        return [{ address: '127.0.0.1', family: 4 }];
      });
      const listener = await countConnections();
      const result = await attempt(sender, `https://${host}:${listener.port}/`);
      expect(result).toMatchObject({
        status: undefined,
        error: 'The URL leads to an address that is not public.',
      });
      expect(listener.count()).toBe(0);
      expect(lookups).toBe(0);
    },
  );

  test('a private address is not reached by DNS rebinding: each connection uses the addresses checked for it', async () => {
    const listener = await countConnections();
    let lookups = 0;
    const sender = newSender(async () => [
      { address: lookups++ === 0 ? '192.0.2.1' : '127.0.0.1', family: 4 },
    ]);
    for (let n = 0; n < 3; n++) await attempt(sender, `https://hooks.example.com:${listener.port}/`);
    expect(lookups).toBe(3);
    expect(listener.count()).toBe(0);
  });

  test.each([
    'http://example.com:8080/',
    'https://example.com:80/',
    'https://a:b@example.com/',
    'ftp://example.com/',
  ])('a URL that could not be saved is not connected to: %s', async (url) => {
    const sender = newSender(async () => {
      throw new Error('looked up');
    });
    expect((await attempt(sender, url)).error).toBe('The URL leads to an address that is not public.');
  });
});
