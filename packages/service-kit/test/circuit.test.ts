import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { systemContext } from '../src/context.ts';
import { GrpcChannel } from '../src/grpc/client.ts';
import { registry } from '../src/metrics.ts';

const { listStock, adjustStock } = InventoryServiceService;
const PROGRAM = fileURLToPath(new URL('fixture/upstream.mjs', import.meta.url));

let upstream: ChildProcess;
let channel: GrpcChannel;

beforeEach(async () => {
  ({ upstream, channel } = await startUpstream(listStock.path));
});

afterEach(async () => {
  channel.close();
  if (upstream.signalCode !== null) return;
  upstream.kill('SIGKILL');
  await once(upstream, 'exit');
});

async function startUpstream(path: string) {
  const child = spawn(process.execPath, [PROGRAM, path], { stdio: ['ignore', 'pipe', 'inherit'], env: {} });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { upstream: child, channel: new GrpcChannel(`127.0.0.1:${port}`, [{ listStock, adjustStock }]) };
}

/** A read that takes so long at the upstream, in ms. */
const read = (ms: number, limits = {}, timeoutMs = 10_000) =>
  channel.service({ listStock }, limits).listStock(systemContext('req-1', Date.now() + timeoutMs, 'sto_1'), {
    shopId: '',
    productId: undefined,
    limit: ms,
    pageToken: Buffer.alloc(0),
  });

async function timed(call: Promise<unknown>): Promise<{ code: string; ms: number }> {
  const startedAt = performance.now();
  const code = await call.then(
    () => 'OK',
    (error: { code: string }) => error.code,
  );
  return { code, ms: performance.now() - startedAt };
}

describe('an upstream that hangs', () => {
  test('costs the calls under way a second, those after it nothing, and is used again when it goes on', async () => {
    await read(0);
    upstream.kill('SIGSTOP');
    const first = await Promise.all([timed(read(0)), timed(read(0))]);
    for (const { code, ms } of first) {
      expect(code).toBe('unavailable');
      expect(ms).toBeLessThan(1_500);
    }
    const next = await timed(read(0));
    expect(next.code).toBe('unavailable');
    expect(next.ms).toBeLessThan(100);
    expect(await registry.metrics()).toContain('rpc_client_circuit_open{upstream="inventory"} 1');
    upstream.kill('SIGCONT');
    const until = Date.now() + 5_000;
    while ((await timed(read(0))).code !== 'OK' && Date.now() < until) await sleep(100);
    expect(await timed(read(0))).toMatchObject({ code: 'OK' });
    expect(await registry.metrics()).toContain('rpc_client_circuit_open{upstream="inventory"} 0');
  });

  test('is refused at once after it has died', async () => {
    await read(0);
    upstream.kill('SIGKILL');
    await once(upstream, 'exit');
    const answers: { code: string; ms: number }[] = [];
    for (let count = 0; count < 5; count++) answers.push(await timed(read(0)), await timed(sleep(300)));
    expect(answers.filter((_, i) => i % 2 === 0).map(({ code }) => code)).toEqual(
      Array(5).fill('unavailable'),
    );
    expect(answers[8]!.ms).toBeLessThan(100);
  });
});

describe('a method of a healthy upstream', () => {
  test('that takes long is waited for, and opens no circuit', async () => {
    expect(await timed(read(1_600))).toMatchObject({ code: 'OK' });
    expect(await timed(read(0))).toMatchObject({ code: 'OK' });
  });

  test('that takes longer than its limit is unavailable, and the others go on', async () => {
    expect(await timed(read(2_000, { listStock: 300 }))).toMatchObject({ code: 'unavailable' });
    expect(await timed(read(0))).toMatchObject({ code: 'OK' });
  });

  test('a read ends after three seconds, and never later than its caller', async () => {
    const { code, ms } = await timed(read(10_000));
    expect(code).toBe('unavailable');
    expect(ms).toBeGreaterThan(2_900);
    expect(ms).toBeLessThan(4_000);
    expect(await timed(read(10_000, {}, 300))).toMatchObject({ code: 'timeout' });
  });
});
