import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '@commerce/service-kit/testing/until.ts';
import { signedHeaders } from '@commerce/webhooks/seed.ts';
import { readOptions } from '../webhook-listen/options.ts';
import { createReceiver, type Behavior } from '../webhook-listen/receiver.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = Buffer.from(
  '{"id":"evt_1","type":"order.paid","data":{"name":"Ñandú"},"meta":{"paid_via":"pos"}}',
);
const servers: ReturnType<typeof createReceiver>[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function start(behavior: Partial<Behavior> = {}) {
  const lines: string[] = [];
  const { secret: _none, ...asUsual } = readOptions([]);
  const server = createReceiver({ ...asUsual, secret, ...behavior }, (line) => lines.push(line));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { lines, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks` };
}

function deliver(url: string, { nowMs = Date.now(), by = secret, sent = body } = {}) {
  const ids = { eventId: 'evt_1', deliveryId: 'dlv_1', storeId: 'sto_1' };
  const what = { type: 'order.paid', ...ids, isTest: false, nowMs, body };
  const headers = signedHeaders(what, by);
  return fetch(url, { method: 'POST', headers, body: sent, signal: AbortSignal.timeout(50_000) });
}

describe('the receiver', () => {
  test('each verified delivery is printed, with its data under --verbose', async () => {
    const { lines, url } = await start({ verbose: true });
    expect((await deliver(url)).status).toBe(200);
    expect((await deliver(url)).status).toBe(200);
    expect(lines[0]).toMatch(/order\.paid {2}evt_1 {2}dlv_1 {2}sto_1 {2}sent at \d+ {2}verified {2}-> 200\n/);
    expect(lines[0]).toContain('"name": "Ñandú"');
    expect(lines[1]).toContain('verified  seen before  -> 200');
  });

  test('an unverified delivery is rejected with a reason and not printed', async () => {
    const { lines, url } = await start({ verbose: true });
    const answers = [
      await deliver(url, { by: 'whsec_other' }),
      await deliver(url, { sent: Buffer.from(`${body.toString()} `) }),
      await deliver(url, { nowMs: Date.now() - 302_000 }),
      await deliver(url, { nowMs: Date.now() + 302_000 }),
      await fetch(url, { method: 'POST', body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(lines.map((line) => /NOT VERIFIED: ([^:]*\w)/.exec(line)?.[1])).toEqual([
      'the signature does not match',
      'the signature does not match',
      expect.stringMatching(/^the timestamp differs from this clock by 30[23] s/),
      expect.stringMatching(/^the timestamp differs from this clock by -30[12] s/),
      expect.stringMatching(/^no X-Service-Timestamp/),
    ]);
    expect(lines.join('')).not.toContain('Ñandú');
  });

  test('the receiver fails, hangs and delays on request', async () => {
    const failing = await start({ fail: 503 });
    expect((await deliver(failing.url)).status).toBe(503);
    const always = await start({ failRate: 1 });
    expect((await deliver(always.url)).status).toBe(500);
    const slow = await start({ slowMs: 50 });
    expect((await deliver(slow.url)).status).toBe(200);
    const hanging = await start({ hang: true });
    const unanswered = expect(deliver(hanging.url)).rejects.toThrow('fetch failed');
    await until(() => hanging.lines[0]?.includes('-> left without an answer'), 'the line');
    servers.at(-1)!.closeAllConnections();
    await unanswered;
  });
});

describe('the command line', () => {
  test('the command line is parsed', () => {
    const args = [
      '--',
      '--port',
      '4500',
      '--fail',
      '500',
      '--slow',
      '20',
      '--fail-rate',
      '.3',
      '--hang',
      '--verbose',
    ];
    expect(readOptions([...args, '--secret', secret])).toEqual({
      port: 4500,
      fail: 500,
      slowMs: 20,
      failRate: 0.3,
      hang: true,
      verbose: true,
      help: false,
      secret,
      dataDir: '.local',
    });
  });

  test.each([['--port', 'x'], ['--fail', '99'], ['--fail-rate', '1.5'], ['--slow', '-1'], ['--quick']])(
    'refuses %s %s',
    (...args) => {
      expect(() => readOptions(args)).toThrow();
    },
  );
});
