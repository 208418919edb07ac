import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Time that tests wait for what must happen, in ms. Generous, because a busy machine takes many times as long; `TEST_PATIENCE_MS`
 * shortens it for tests that wait in vain.
 */
export const PATIENCE_MS = Number(process.env['TEST_PATIENCE_MS'] ?? 120_000);

/**
 * Waits until a function returns something other than `undefined` and `false`.
 * @param what what is awaited, for the error after `patienceMs`
 * @returns what the function returned
 */
export async function until<Found>(
  find: () => Found | undefined | false | Promise<Found | undefined | false>,
  what: string | (() => string),
  patienceMs = PATIENCE_MS,
): Promise<Found> {
  const deadline = Date.now() + patienceMs;
  for (let pauseMs = 20; ; pauseMs = Math.min(1.2 * pauseMs, 100)) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline)
      throw new Error(`not within ${patienceMs} ms: ${typeof what === 'string' ? what : what()}`);
    await sleep(pauseMs);
  }
}
