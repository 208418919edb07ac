import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@commerce/service-kit/ids.ts';
import { publish } from '../support/published.ts';
import { query, type Oracle } from './oracle.ts';
import type { Work } from './work.ts';

/** A length-delimited field that is longer than the message. */
const UNREADABLE = Buffer.from([0x0a, 0x09, 0xff]);
const CONSUMERS = ['catalog', 'pricing', 'inventory', 'orders', 'customers', 'webhooks'];
/** Longest time until an event is parked: its attempts begin again when a process ends or loses NATS. */
const PARKED_MS = 120_000;

/** Publishes an event of the busy store that its consumer cannot read, among those that it can. */
export const publishUnreadable: Work = async ({ store }, history) => {
  const id = newId('evt');
  history.unreadable.set(id, false);
  await publish('pricing', [
    {
      id,
      type: 'prices.changed',
      occurredAtMs: Date.now(),
      storeId: store.id,
      actor: undefined,
      subjectId: store.product.id,
      requestId: 'chaos',
      traceparent: '',
      payload: UNREADABLE,
    },
  ]);
  history.unreadable.set(id, true);
  history.count('unreadable events');
};

async function parkedIn(service: string): Promise<Set<string>> {
  const rows = await query<{ id: string }>(service, 'select event_id as id from parked_event', []);
  return new Set(rows.map(({ id }) => id));
}

/** Each unreadable event is parked where it is consumed, and nothing else is. */
export const parked: Oracle = async ({ history: { unreadable } }) => {
  const published = [...unreadable].flatMap(([id, isPublished]) => (isPublished ? [id] : []));
  const missing = async () => {
    const ids = await parkedIn('catalog');
    return published.filter((id) => !ids.has(id));
  };
  for (const until = Date.now() + PARKED_MS; (await missing()).length > 0 && Date.now() < until;)
    await sleep(1_000);
  const others = await Promise.all(
    CONSUMERS.map(async (service) =>
      [...(await parkedIn(service))]
        .filter((id) => service !== 'catalog' || !unreadable.has(id))
        .map((id) => `${service} parked ${id}`),
    ),
  );
  return [...(await missing()).map((id) => `catalog did not park ${id}`), ...others.flat()];
};
