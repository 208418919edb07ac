import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Idempotency } from '@commerce/proto/commerce/common/v1/context.ts';
import {
  InventoryServiceService,
  type AdjustStockRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { systemContext } from '../src/context.ts';
import { deadlineIn } from '../src/deadline.ts';
import { GrpcChannel, type MethodOptions } from '../src/grpc/client.ts';
import { registry } from '../src/metrics.ts';
import { until } from '../src/testing/until.ts';

const { listStock, adjustStock } = InventoryServiceService;
const METHODS = { listStock, adjustStock };
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
  return {
    upstream: child,
    port,
    channel: new GrpcChannel(`127.0.0.1:${port}`, [METHODS]),
  };
}

/** A read that the upstream delays by the given ms. */
const read = (
  ms: number,
  limitsMs: { listStock?: number } = { listStock: 30_000 },
  timeoutMs = 60_000,
  to = channel,
) =>
  to.service(METHODS, { limitsMs }).listStock(systemContext('req-1', deadlineIn(timeoutMs), 'sto_1'), {
    shopId: '',
    productId: undefined,
    limit: ms,
    pageToken: Buffer.alloc(0),
  });

const ADJUSTMENT: AdjustStockRequest = {
  shopId: 'shp_1',
  productId: 'prd_1',
  variantId: undefined,
  delta: 1,
  reason: undefined,
};
const KEYED: Idempotency = { key: 'key-1', fingerprint: Buffer.from('f'), presentation: '' };

/** An adjustment, which the upstream answers immediately. */
const write = (to: GrpcChannel, idempotency?: Idempotency, options?: MethodOptions<typeof METHODS>) =>
  to
    .service(METHODS, options)
    .adjustStock({ ...systemContext('req-1', deadlineIn(60_000), 'sto_1'), idempotency }, ADJUSTMENT);

/** Runs work on a channel with connections to two replicas, of which one hangs. */
async function withHangingReplica(
  path: string,
  work: (both: GrpcChannel, hanging: ChildProcess) => Promise<void>,
): Promise<void> {
  const replicas = [await startUpstream(path), await startUpstream(path)] as const;
  const address = `ipv4:${replicas.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  const both = new GrpcChannel(address, [METHODS]);
  const [{ upstream: hanging }] = replicas;
  const call = () => (path === listStock.path ? read(0, {}, 60_000, both) : write(both));
  try {
    // Both connections are used.
    for (let n = 0; n < 4; n++) await call();
    hanging.kill('SIGSTOP');
    await work(both, hanging);
  } finally {
    both.close();
    for (const replica of replicas) {
      replica.channel.close();
      replica.upstream.kill('SIGKILL');
    }
  }
}

const CUT = { code: 'unavailable', cause: 'the circuit to inventory is open' };

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => ({ code: 'OK', cause: undefined }),
    ({ code, cause }: { code: string; cause: unknown }) => ({ code, cause }),
  );

/**
 * Measures a call in 100 ms ticks of this process's own timer, of which there are fewer on a machine that is
 * busy as a whole.
 */
async function timed(call: Promise<unknown>) {
  let tenths = 0;
  const timer = setInterval(() => void tenths++, 100);
  const outcome = await outcomeOf(call).finally(() => clearInterval(timer));
  return { ...outcome, tenths };
}

/** Number of calls that were repeated. */
const repeatedCalls = async (): Promise<number> =>
  Number(
    /^rpc_client_repeated_total\{upstream="inventory"\} (\d+)$/m.exec(await registry.metrics())?.[1] ?? 0,
  );

/** Outcome of a read that is refused without waiting; otherwise undefined. */
const refusedAtOnce = () => Promise.race([outcomeOf(read(0)), turnOfLoop(undefined)]);

describe('circuit breaker', () => {
  test('a hanging upstream fails running calls within a second and later calls immediately, and is used again when it recovers', async () => {
    await read(0);
    upstream.kill('SIGSTOP');
    const first = await Promise.all([timed(read(0)), timed(read(0))]);
    for (const { tenths, ...outcome } of first) {
      expect(outcome).toEqual(CUT);
      expect(tenths).toBeLessThan(15);
    }
    expect(await refusedAtOnce()).toEqual(CUT);
    expect(await registry.metrics()).toContain('rpc_client_circuit_open{upstream="inventory"} 1');
    upstream.kill('SIGCONT');
    await until(async () => (await outcomeOf(read(0))).code === 'OK', 'an answer');
    expect(await registry.metrics()).toContain('rpc_client_circuit_open{upstream="inventory"} 0');
  });

  test('calls to a dead upstream are refused immediately', async () => {
    await read(0);
    upstream.kill('SIGKILL');
    await once(upstream, 'exit');
    await until(async () => {
      const { code, cause } = await outcomeOf(read(0));
      expect(code).toBe('unavailable');
      return cause === CUT.cause;
    }, 'the open circuit');
    expect(await refusedAtOnce()).toEqual(CUT);
  });
});

describe('two replicas', () => {
  test('a read that a hanging replica does not answer is made at the other one', async () => {
    await withHangingReplica(listStock.path, async (both) => {
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => outcomeOf(read(0, { listStock: 1_000 }, 60_000, both))),
      );
      expect(outcomes.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 'OK'));
    });
  });

  test('a hanging replica is no longer called when it has not answered a ping', async () => {
    await withHangingReplica(listStock.path, async (both) => {
      const readPatiently = () => outcomeOf(read(0, { listStock: 8_000 }, 60_000, both));
      const first = await Promise.all([timed(readPatiently()), timed(readPatiently())]);
      expect(Math.max(...first.map(({ tenths }) => tenths))).toBeLessThan(60);
      const later = await Promise.all(Array.from({ length: 4 }, () => timed(readPatiently())));
      for (const { code, tenths } of [...first, ...later])
        expect({ code, tenths }).toMatchObject({ code: 'OK' });
      expect(Math.max(...later.map(({ tenths }) => tenths))).toBeLessThan(10);
    });
  });

  test('a write that a hanging replica does not answer is made at the other one if it is idempotent, by itself or by its key', async () => {
    await withHangingReplica(adjustStock.path, async (both) => {
      const writes = (...how: [Idempotency?, MethodOptions<typeof METHODS>?]) =>
        Promise.all(Array.from({ length: 4 }, () => outcomeOf(write(both, ...how))));
      const [keyed, idempotent, others] = await Promise.all([
        writes(KEYED, { keyed: ['adjustStock'] }),
        writes(undefined, { idempotent: ['adjustStock'] }),
        writes(KEYED),
      ]);
      for (const answered of [keyed, idempotent])
        expect(answered.map(({ code }) => code)).toEqual(['OK', 'OK', 'OK', 'OK']);
      expect(others.map(({ code }) => code).toSorted()).toEqual(['OK', 'OK', 'unavailable', 'unavailable']);
    });
  });

  test('a call with a key or a time limit whose replica dies is made at the other one', async () => {
    await withHangingReplica(adjustStock.path, async (both, hanging) => {
      const call = [
        () => write(both, KEYED, { keyed: ['adjustStock'] }),
        () => write(both, undefined, { limitsMs: { adjustStock: 30_000 } }),
      ];
      const calls = Array.from({ length: 8 }, (_, n) => outcomeOf(call[n >> 2]!()));
      hanging.kill('SIGKILL');
      const outcomes = await Promise.all(calls);
      expect(outcomes.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 'OK'));
    });
  });
});

describe('time limits of a healthy upstream', () => {
  test('a slow method of a healthy upstream does not open the circuit', async () => {
    expect(await outcomeOf(read(1_600))).toMatchObject({ code: 'OK' });
    expect(await outcomeOf(read(0))).toMatchObject({ code: 'OK' });
  });

  test('a method that exceeds its limit is unavailable while other methods keep working', async () => {
    expect(await outcomeOf(read(10_000, { listStock: 300 }))).toMatchObject({ code: 'unavailable' });
    expect(await outcomeOf(read(0))).toMatchObject({ code: 'OK' });
  });

  test('a read ends after three seconds at each of two replicas, and never later than the deadline of its caller', async () => {
    const startedAt = performance.now();
    const { code, tenths } = await timed(read(10_000, {}));
    expect(code).toBe('unavailable');
    expect(performance.now() - startedAt).toBeGreaterThan(5_900);
    expect(tenths).toBeLessThan(80);
    expect(await outcomeOf(read(10_000, {}, 300))).toMatchObject({ code: 'timeout' });
  });

  test('calls are no longer repeated when most of them end at their limit', async () => {
    const before = await repeatedCalls();
    await Promise.all(Array.from({ length: 60 }, () => outcomeOf(read(10_000, { listStock: 100 }))));
    expect((await repeatedCalls()) - before).toBe(50);
  });
});
