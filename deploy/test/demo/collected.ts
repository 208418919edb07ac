import type { Chunks, StoreWorld, World } from '../../local/demo/world.ts';
import { makeWorld } from '../../local/demo/world.ts';

/** All records of a sequence of chunks. */
export function collect<T>(chunks: Chunks<T>): T[] {
  return [...chunks].flat();
}

/** The default world and its two stores. */
export function defaultStores(): { world: World; big: StoreWorld; small: StoreWorld } {
  const world = makeWorld();
  const [big, small] = world.stores;
  if (!big || !small) throw new Error('a world has two stores');
  return { world, big, small };
}

/** The statuses of a store in which an order reserves stock. */
export function openStatuses(store: StoreWorld): Set<string> {
  return new Set(store.orderFlow.filter((step) => step.kind === 'open').map((step) => step.status));
}

/** Counts the occurrences of each value. */
export function tally(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
