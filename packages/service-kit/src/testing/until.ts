import { setTimeout as sleep } from 'node:timers/promises';

/** Time that tests wait for what must happen, in ms. Generous, because a busy machine takes many times as long. */
export const PATIENCE_MS = 120_000;

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
  for (const deadline = Date.now() + patienceMs; ; await sleep(20)) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline)
      throw new Error(`not within ${patienceMs} ms: ${typeof what === 'string' ? what : what()}`);
  }
}
