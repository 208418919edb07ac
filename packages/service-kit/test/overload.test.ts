import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { systemContext } from '../src/context.ts';
import { deadlineIn } from '../src/deadline.ts';
import { GrpcChannel } from '../src/grpc/client.ts';
import { GrpcServer } from '../src/grpc/server.ts';
import { createLogger } from '../src/logger.ts';
import { registry } from '../src/metrics.ts';
import { EventLoopDelay, Overload } from '../src/overload.ts';
import { HealthClient } from './support/health.ts';

const Lists = { listStock: InventoryServiceService.listStock };
const request = { shopId: 'shp_1', productId: undefined, limit: 1, pageToken: Buffer.alloc(0) };

const overload = new Overload();
let isOver = false;
let handled = 0;
let server: GrpcServer;
let channel: GrpcChannel;
let health: HealthClient;

beforeAll(async () => {
  overload.addSignal('test', () => isOver);
  server = new GrpcServer(createLogger('test', 'silent'), { maxConnectionAgeMs: 60_000, overload });
  server.add(Lists, {
    listStock: async () => {
      handled += 1;
      return { rows: [], nextPageToken: Buffer.alloc(0), version: '' };
    },
  });
  const address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  channel = new GrpcChannel(address, [Lists]);
  health = new HealthClient(address);
});

afterAll(async () => {
  channel.close();
  health.close();
  await server.close(1_000);
});

const call = () => channel.service(Lists).listStock(systemContext('r', deadlineIn(30_000), 's'), request);

async function shedOf(reason: string): Promise<number> {
  const { values } = await registry.getSingleMetric('requests_shed_total')!.get();
  return values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0;
}

describe('load shedding', () => {
  test('an overloaded process refuses calls without running them, counts them, and suppresses client retries', async () => {
    isOver = true;
    const before = await shedOf('test');
    await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
    expect([handled, (await shedOf('test')) - before]).toEqual([0, 1]);
    isOver = false;
    await call();
    expect(handled).toBe(1);
  });

  test('an overloaded process answers health checks', async () => {
    isOver = true;
    await expect(health.check()).resolves.toBe('SERVING');
    isOver = false;
  });
});

test('the event loop is too slow after a second of pauses, not after a single one of any length', () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  /** Blocks the loop, so that the next sample is late. */
  const sampleAfter = (heldMs: number) => {
    nowMs += 100 + heldMs;
    vi.advanceTimersByTime(100);
  };
  const delay = new EventLoopDelay(500);
  sampleAfter(0);
  sampleAfter(60_000);
  expect(delay.isTooLong).toBe(false);
  for (let count = 0; count < 10; count++) sampleAfter(900);
  expect(delay.isTooLong).toBe(true);
  for (let count = 0; count < 10; count++) sampleAfter(0);
  expect(delay.isTooLong).toBe(false);
  delay.close();
  vi.useRealTimers();
  clock.mockRestore();
});
