import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { History } from './history.ts';
import type { Choices } from './random.ts';
import type { World } from './world.ts';

/** A part of the load: does one round of its work. */
export type Work = (world: World, history: History, choices: Choices) => Promise<void>;

/** Sends a keyed write of the writing app until it is answered. */
export async function keyed(world: World, history: History, method: string, path: string, body: unknown) {
  const request = { method, path, key: randomUUID(), body };
  const answer = await world.writer.api.answered(request);
  history.keyed.push({ request, answer });
  history.count('keyed writes');
  return answer;
}

/** Repeats what a merchant does until it is done; each is safe to repeat. */
export async function merchant<T>(world: World, act: (store: World['store']) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++)
    try {
      return await act(world.store);
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(500);
    }
}
