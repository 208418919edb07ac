// covers: gateway, services/auth, services/inventory
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjust, manyClients, type Adjustment } from '../support/adjusting.ts';
import { untilReady } from '../support/extra-gateway.ts';
import { pidOf, platform } from '../support/platform.ts';
import { callAll, endpointsOf, type CalledEndpoint, type Endpoint } from '../support/service-endpoints.ts';
import type { WritingClient } from '../support/writes.ts';

const { gateways, processes } = platform();
/** Time limit for refusing a call to the hung service, in ms, in addition to the slowest normal response. */
const REFUSED_WITHIN_MS = 1_500;
const ROUNDS = 12;

let clients: WritingClient[];
let endpoints: Endpoint[];
let shop: string;
let product: string;
/** Slowest response while nothing hangs, in ms; a busy machine is slow anyway. */
let slowestMs = 0;
const paused = new Set<number>();

beforeAll(async () => {
  clients = await manyClients(4);
  endpoints = await endpointsOf(gateways[0], clients[0]!.token);
  shop = (await clients[0]!.get('/shops?limit=1')).body.data[0].id;
  product = (await clients[0]!.newProduct()).id;
});

afterAll(async () => {
  for (const pid of paused) process.kill(pid, 'SIGCONT');
  await Promise.all(Object.values(processes).map(({ adminUrl }) => untilReady(adminUrl)));
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const ask = (): Promise<CalledEndpoint[]> => callAll(endpoints, gateways, clients[0]!.token);

/** All responses while the service is paused: it does not answer, but its connections stay open. */
async function whilePaused(service: string): Promise<CalledEndpoint[]> {
  const pid = (await pidOf(service))!;
  process.kill(pid, 'SIGSTOP');
  paused.add(pid);
  try {
    const calls: CalledEndpoint[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      calls.push(...(await ask()));
      await pause(250);
    }
    return calls;
  } finally {
    process.kill(pid, 'SIGCONT');
    paused.delete(pid);
  }
}

/** Time until all endpoints respond 200 again, in ms. */
async function recoveryMs(): Promise<number> {
  const startedAt = performance.now();
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(100)) {
    const calls = await ask();
    if (!calls.every(({ answer }) => answer.status === 200)) continue;
    slowestMs = Math.max(slowestMs, ...calls.map(({ ms }) => ms));
    return performance.now() - startedAt;
  }
  throw new Error('not everything answers again');
}

function expectRefusedSoon(calls: CalledEndpoint[]): void {
  expect(calls.length).toBeGreaterThan(0);
  for (const { path, answer, ms } of calls) {
    expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(ms).toBeLessThan(REFUSED_WITHIN_MS + slowestMs);
  }
}

async function expectExactlyOnce(done: Adjustment[]): Promise<void> {
  expect(done.filter(({ answer }) => answer.status !== 200).map(({ answer }) => answer.text)).toEqual([]);
  const sum = done.reduce((total, { body }) => total + body.delta, 0);
  const [row] = (await clients[0]!.get(`/stock?shop=${shop}&product=${product}`)).body.data;
  expect(row.on_hand).toBe(sum);
}

describe('hung service', () => {
  test('while inventory hangs, its endpoints return 503 immediately, others are unaffected, and keyed writes take effect once', async () => {
    await recoveryMs();
    const writes = adjust(clients.slice(1), shop, [product], 150, 2);
    await pause(300);
    const calls = await whilePaused('inventory');
    const healedMs = await recoveryMs();
    const done = await writes;
    expectRefusedSoon(calls.filter(({ service }) => service === 'inventory'));
    const others = calls.filter(({ service }) => service !== 'inventory');
    expect(others.map(({ path, answer }) => [path, answer.status])).toEqual(
      others.map(({ path }) => [path, 200]),
    );
    expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(REFUSED_WITHIN_MS + slowestMs);
    expect(healedMs).toBeLessThan(5_000 + 5 * slowestMs);
    await expectExactlyOnce(done);
  });

  test('while auth hangs, every request gets 503 within 1.5 s, and the platform recovers soon after auth does', async () => {
    await recoveryMs();
    expectRefusedSoon(await whilePaused('auth'));
    expect(await recoveryMs()).toBeLessThan(5_000 + 5 * slowestMs);
  });
});
