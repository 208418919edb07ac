import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'vitest';
import { adjustments, allWell, during, expectExactly, useAdjustments } from '../support/exactly-once.ts';
import { pidOf } from '../support/platform.ts';
import { random } from '../support/random.ts';

describe('every adjustment takes effect exactly once and is told', () => {
  useAdjustments();

  test('while services are killed, each in turn', async () => {
    const victims = [
      'inventory',
      'auth',
      'gateway',
      'inventory',
      'catalog',
      'orders',
      'inventory',
      'pricing',
    ];
    const done = await during(adjustments(2_000), async () => {
      await sleep(500 + random() * 1_500);
      // Each a few times at most: a process that dies again and again is started ever later.
      const pid = victims.length > 0 ? await pidOf(victims[0]!) : undefined;
      if (pid === undefined) return;
      victims.shift();
      process.kill(pid, 'SIGKILL');
    });
    await allWell();
    await expectExactly(done);
  });

  test('while the database server is restarted', async () => {
    let restarts = 0;
    const done = await during(adjustments(600), async () => {
      await sleep(500);
      if (restarts++ > 1) return;
      process.kill((await pidOf('postgres'))!, 'SIGINT');
      await sleep(2_000);
    });
    await allWell();
    await expectExactly(done);
  });

  test('while NATS is stopped for half a minute, and while it is killed', async () => {
    const before = adjustments(300);
    await sleep(300);
    const stopped = (await pidOf('nats'))!;
    process.kill(stopped, 'SIGSTOP');
    const meanwhile = adjustments(300);
    await sleep(30_000);
    process.kill(stopped, 'SIGCONT');
    const after = adjustments(300);
    await sleep(300);
    process.kill((await pidOf('nats'))!, 'SIGKILL');
    const done = (await Promise.all([before, meanwhile, after])).flat();
    await allWell();
    await expectExactly(done);
  });
});
