import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { publishedSince } from '../support/published.ts';
import { searchDatabases } from '../support/search-databases.ts';
import { query, type Oracle } from './oracle.ts';
import type { Arrived } from './receiver.ts';
import { EVENT_TYPES } from './world.ts';

/** Longest time in which no delivery arrives that is missing. */
const PATIENCE_MS = 240_000;
/** Number of erased persons that all databases are searched for, which takes a pass over every row for each. */
const SEARCHED = 50;
const PUBLISHERS = ['auth', 'catalog', 'pricing', 'inventory', 'orders', 'customers'];

/** The events of the campaign that endpoints subscribe to. */
async function publishedEvents(sinceMs: number): Promise<Event[]> {
  const events: Event[] = [];
  for (const service of PUBLISHERS) events.push(...(await publishedSince(service, new Date(sinceMs))));
  return events.filter(({ type, occurredAtMs }) => EVENT_TYPES.includes(type) && occurredAtMs >= sinceMs);
}

/** Every event arrives at the endpoints that are entitled to it, and at no other. */
export const deliveries: Oracle = async ({ world }) => {
  const apps = [...world.subscribers, world.outsider, world.writer];
  const missing = (events: Event[]) =>
    apps.flatMap(({ path, storeId, app }) => {
      const received = new Set(world.receiver.at(path).map(({ eventId }) => eventId));
      return events
        .filter(
          (event) =>
            event.storeId === storeId && event.actor?.appId !== app.client_id && !received.has(event.id),
        )
        .map(({ type, id }) => `${path} did not receive ${type} ${id}`);
    });
  let events = await publishedEvents(world.sinceMs);
  let left = missing(events).length;
  // A queue of hours takes its time; it must get shorter.
  for (let until = Date.now() + PATIENCE_MS; left > 0 && Date.now() < until; await sleep(2_000)) {
    // The receivers have recovered: the next attempts need not wait for their time.
    await query(
      'webhooks',
      `update delivery set due_at = now() where app_id = any($1) and state = 'retrying' and leased_until is null and due_at > now()`,
      [apps.map(({ app }) => app.client_id)],
    );
    events = await publishedEvents(world.sinceMs);
    const now = missing(events).length;
    if (now < left) until = Date.now() + PATIENCE_MS;
    left = now;
  }
  const byId = new Map(events.map((event) => [event.id, event]));
  const wrong = apps.flatMap(({ path, storeId, app }) =>
    world.receiver.at(path).flatMap(({ eventId, type }) => {
      const event = byId.get(eventId);
      if (event !== undefined && event.storeId !== storeId)
        return [`${path} received ${type} of another store`];
      return event?.actor?.appId === app.client_id ? [`${path} received its own change`] : [];
    }),
  );
  return [...missing(events), ...wrong];
};

/** Index of the last delivery that contains each email. */
function lastMentions(arrived: readonly Arrived[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const [index, { raw }] of arrived.entries())
    for (const [email] of raw.matchAll(/[\w-]+@example\.com/g)) last.set(email, index);
  return last;
}

/** Once an app was asked to erase a person, it receives nothing of them, and the platform keeps nothing. */
export const nothingAfterErasure: Oracle = async ({ world, history }) => {
  const erased = [...history.customers].filter(([, { erased: isErased }]) => isErased);
  const redacted = (path: string) =>
    new Map(
      world.receiver
        .at(path)
        .flatMap(({ type, raw }, index) =>
          type === 'customers.redact'
            ? [[(JSON.parse(raw) as { data: { customer_id: string } }).data.customer_id, index] as const]
            : [],
        ),
    );
  const { path } = world.subscribers[0]!;
  for (const until = Date.now() + PATIENCE_MS; redacted(path).size < erased.length && Date.now() < until;)
    await sleep(500);
  const broken: string[] = [];
  for (const { path: each } of world.subscribers) {
    const from = redacted(each);
    const last = lastMentions(world.receiver.at(each));
    for (const [email, { id }] of erased) {
      const index = from.get(id);
      if (index === undefined && each === path) broken.push(`${each} was not asked to erase ${id}`);
      if (index !== undefined && (last.get(email) ?? -1) > index)
        broken.push(`${each} received data of ${id} after its erasure`);
    }
  }
  const every = Math.ceil(erased.length / SEARCHED);
  const sample = erased.filter((_, index) => index % every === 0);
  const found = await searchDatabases(sample.map(([email]) => email));
  return [...broken, ...found.map((row) => `data of an erased person is kept: ${row}`)];
};
