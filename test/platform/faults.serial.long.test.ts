import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'vitest';
import { random } from '@commerce/service-kit/testing/random.ts';
import { adjustments, allReady, during, expectExactly, useAdjustments } from '../support/exactly-once.ts';
import { pidOf, signal } from '../support/platform.ts';

describe('faults', () => {
  useAdjustments();

  test('every adjustment takes effect and is published exactly once while each service is killed in turn', async () => {
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
      // A few times each at most, because restarts of a crashing process back off.
      if (victims.length > 0 && (await signal(victims[0]!, 'SIGKILL'))) victims.shift();
    });
    await allReady();
    await expectExactly(done);
  });

  test('every adjustment takes effect and is published exactly once while the database server restarts', async () => {
    let restarts = 0;
    const done = await during(adjustments(600), async () => {
      await sleep(500);
      if (restarts === 2 || !(await signal('postgres', 'SIGINT'))) return;
      restarts++;
      await sleep(2_000);
    });
    await allReady();
    await expectExactly(done);
  });

  test('every adjustment takes effect and is published exactly once while NATS is stopped for 30 s and while it is killed', async () => {
    const before = adjustments(300);
    await sleep(300);
    const stopped = (await pidOf('nats'))!;
    process.kill(stopped, 'SIGSTOP');
    const pending = adjustments(300);
    await sleep(30_000);
    process.kill(stopped, 'SIGCONT');
    const after = adjustments(300);
    await sleep(300);
    process.kill((await pidOf('nats'))!, 'SIGKILL');
    const done = (await Promise.all([before, pending, after])).flat();
    await allReady();
    await expectExactly(done);
  });
});
