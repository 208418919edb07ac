// covers: gateway, services/auth, services/catalog, services/inventory
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { adjustments, allReady, during, expectExactly, useAdjustments } from '../support/exactly-once.ts';
import { signal } from '../support/platform.ts';

useAdjustments();

test('every adjustment takes effect and is published exactly once while inventory is killed', async () => {
  let kills = 0;
  const done = await during(adjustments(300), async () => {
    await sleep(300);
    if (kills === 0 && (await signal('inventory', 'SIGKILL'))) kills++;
  });
  expect(kills).toBe(1);
  await allReady();
  await expectExactly(done);
});
