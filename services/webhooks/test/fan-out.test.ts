import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProductDeleted } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { FanOut } from '../src/use-cases/fan-out-events.ts';
import { actorOf, Engine, newEvent, T0 } from './support/engine.ts';
import { installationEvent, suspensionEvent } from './support/installation-event.ts';

const HOOK = 'https://hooks.example.com/in';
type App = Awaited<ReturnType<Engine['newApp']>>;
let engine: Engine;

beforeAll(async () => {
  engine = await Engine.create();
});
afterAll(() => engine.close());

const reasonOf = async (eventId: string, installationId: string): Promise<string | undefined> => {
  const rows = await engine.query<{ reason: string }>(
    'select reason from unsent_event where event_id = $1 and installation_id = $2',
    [eventId, installationId],
  );
  return rows[0]?.reason;
};
const feedOf = (installationId: string) =>
  engine.query<{ event_id: string; seq: number }>(
    'select event_id, seq from feed_entry where installation_id = $1 order by seq',
    [installationId],
  );
const sentTo = async (installationId: string) =>
  (await engine.deliveries()).filter((row) => row.installation_id === installationId);

describe.each([
  ['by one statement', true],
  ['in a transaction', false],
])('fan-out of events %s', (_how, settles) => {
  beforeAll(() => void (engine.settles = settles));
  afterAll(() => void (engine.settles = true));

  test('an event is delivered to each installed app that is subscribed and has the scope, and the reason is recorded for the others', async () => {
    const store = newId('sto');
    const [a, b] = [await engine.newApp(store, HOOK), await engine.newApp(store, HOOK)];
    const others = {
      scope_missing: await engine.newApp(store, HOOK, { scopes: ['write_products'] }),
      not_subscribed: await engine.newApp(store, HOOK, { events: ['product.created'] }),
      own_echo: await engine.newApp(store, HOOK),
      disabled: await engine.newApp(store, HOOK),
    };
    await engine.query("update endpoint set state = 'disabled' where app_id = $1", [others.disabled.appId]);
    const noEndpoint = engine.install(store, newId('app'), ['read_products']);
    const suspended = engine.install(store, newId('app'), ['read_products'], true);
    const event = newEvent(store, 'product.updated', { actor: actorOf(others.own_echo.appId) });
    await engine.receive(event);
    for (const app of [a, b]) {
      expect(await sentTo(app.installationId)).toEqual([
        expect.objectContaining({ event_id: event.id, state: 'pending', attempts: 0, due_at: new Date(T0) }),
      ]);
      expect(await reasonOf(event.id, app.installationId)).toBeUndefined();
    }
    for (const [reason, { installationId }] of Object.entries(others)) {
      expect(await sentTo(installationId)).toEqual([]);
      expect(await reasonOf(event.id, installationId)).toBe(reason);
    }
    expect(await reasonOf(event.id, noEndpoint)).toBe('no_endpoint');
    expect(await reasonOf(event.id, suspended)).toBe('suspended');
    // The feed has the sent events, and those that would be sent to an active endpoint.
    const fed = [a.installationId, b.installationId, others.disabled.installationId, noEndpoint];
    const all = [...fed, suspended, ...Object.values(others).map(({ installationId }) => installationId)];
    for (const installationId of new Set(all))
      expect((await feedOf(installationId)).map((entry) => entry.event_id)).toEqual(
        fed.includes(installationId) ? [event.id] : [],
      );
  });

  test('an event of a store without apps is not stored', async () => {
    const event = newEvent(newId('sto'));
    await engine.receive(event);
    expect(await engine.query('select 1 from event where id = $1', [event.id])).toEqual([]);
  });

  test('an event that deletes a draft is not published', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK, { events: ['product.deleted'] });
    const deleted = (wasDraft: boolean) => {
      const payload = Buffer.from(
        ProductDeleted.encode({ productId: 'prd_x', version: 2, wasDraft }).finish(),
      );
      return newEvent(store, 'product.deleted', { payload });
    };
    const [draft, product] = [deleted(true), deleted(false)];
    await engine.receive(draft, product);
    expect((await sentTo(app.installationId)).map((row) => row.event_id)).toEqual([product.id]);
    expect((await feedOf(app.installationId)).map((entry) => entry.event_id)).toEqual([product.id]);
  });

  test('an event in a burst of a store shares one call to auth, and the feed is in the order of the events', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    const events = Array.from({ length: 30 }, () => newEvent(store));
    const before = engine.installationCalls;
    await engine.receive(...events);
    expect(engine.installationCalls - before).toBe(1);
    const feed = await feedOf(app.installationId);
    expect(feed.map((entry) => entry.event_id)).toEqual(events.map(({ id }) => id));
    expect(new Set(feed.map(({ seq }) => seq)).size).toBe(30);
  });

  test('an event gets a feed number in the order of commits even with concurrent fan-outs of a store', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    const seen: number[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        await engine.receive(newEvent(store), newEvent(store));
        const feed = await feedOf(app.installationId);
        // A reader that sees an entry sees every entry before it.
        seen.push(feed.at(-1)!.seq - feed.length);
      }),
    );
    expect(new Set(seen)).toEqual(new Set([0]));
  });

  test('an event that arrives again is not handled again, also beside new ones', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    const [first, second, third] = [newEvent(store), newEvent(store), newEvent(store)];
    await engine.receive(newEvent(store));
    await engine.receive(first, second);
    await engine.receive(second, third);
    await engine.receive(first);
    const events = (await feedOf(app.installationId)).map((entry) => entry.event_id).slice(1);
    expect(events).toEqual([first.id, second.id, third.id]);
    expect(
      (await sentTo(app.installationId))
        .map((row) => row.event_id)
        .slice(1)
        .toSorted(),
    ).toEqual(events.toSorted());
  });

  test('an event is never decided with a response of auth from before the event', async () => {
    const store = newId('sto');
    await engine.receive(newEvent(store));
    const app = await engine.newApp(store, HOOK);
    const event = newEvent(store);
    await engine.receive(event);
    expect((await sentTo(app.installationId)).map((row) => row.event_id)).toEqual([event.id]);
  });
});

describe('uninstalled apps', () => {
  test('an uninstalled app receives app.uninstalled, then only store.redact of that store, and its open deliveries are cancelled', async () => {
    const [store, other] = [newId('sto'), newId('sto')];
    const app = await engine.newApp(store, HOOK);
    const elsewhere = engine.install(other, app.appId, ['read_products']);
    await engine.receive(newEvent(store));
    await engine.receive(newEvent(store, 'customers.redact'));
    await engine.receive(newEvent(other));
    const uninstalled = installationEvent('app.uninstalled', store, app);
    engine.uninstall(store, app.installationId);
    await engine.receive(uninstalled);
    const states = async () =>
      (await sentTo(app.installationId)).map(({ type, state }) => `${type} ${state}`);
    const left = ['product.updated cancelled', 'customers.redact pending', 'app.uninstalled pending'];
    expect((await states()).toSorted()).toEqual(left.toSorted());
    expect((await sentTo(elsewhere)).map(({ state }) => state)).toEqual(['pending']);
    await engine.receive(newEvent(store), newEvent(store, 'customers.redact'));
    expect(await states()).toHaveLength(3);
    await engine.receive(installationEvent('store.redact', store, app));
    expect((await states()).filter((state) => state === 'store.redact pending')).toHaveLength(1);
  });

  test('an uninstalled app receives no event that was being fanned out during the uninstall', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    await engine.receive(newEvent(store));
    const late = newEvent(store);
    // The installations are read before the uninstall, and the event is handled after it.
    const prepared = await engine.fanOut.prepare([late], { requestId: '', storeId: store } as never);
    await engine.receive(installationEvent('app.uninstalled', store, app));
    await engine.handle([late], prepared);
    const sent = (await sentTo(app.installationId)).map(({ type, state }) => `${type} ${state}`);
    expect(sent.toSorted()).toEqual(['app.uninstalled pending', 'product.updated cancelled']);
    expect(await reasonOf(late.id, app.installationId)).toBe('uninstalled');
  });

  test.each([
    ['uninstalled', (store: string, app: App) => installationEvent('app.uninstalled', store, app)],
    ['suspended', (store: string) => suspensionEvent(store, true, 1)],
  ])('nothing is written when the app or its store was %s after the state was read', async (_what, end) => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK);
    await engine.receive(newEvent(store));
    const late = newEvent(store);
    const { db } = engine.deps;
    const fanOut = new FanOut({
      ...engine.deps,
      db: {
        async rows(statement: Statement, values: unknown[]) {
          if (statement.name === 'fan_out-settle') await engine.receive(end(store, app));
          return db.rows(statement, values);
        },
      } as unknown as Database,
    });
    const prepared = await fanOut.prepare([late], { requestId: '', storeId: store } as never);
    expect(await fanOut.settle([late], prepared)).toBe(false);
    const of = (table: string) => engine.query(`select from ${table} where event_id = $1`, [late.id]);
    for (const table of ['delivery', 'feed_entry', 'unsent_event', 'inbox'])
      expect(await of(table)).toEqual([]);
  });

  test('an uninstalled app receives app.uninstalled even if it uninstalled itself', async () => {
    const store = newId('sto');
    const app = await engine.newApp(store, HOOK, { events: [] });
    await engine.receive({ ...installationEvent('app.uninstalled', store, app), actor: actorOf(app.appId) });
    expect((await sentTo(app.installationId)).map(({ type }) => type)).toEqual(['app.uninstalled']);
  });
});

test('mandatory events need neither scope nor subscription, and wait for a disabled endpoint', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK, { events: [], scopes: [] });
  await engine.query("update endpoint set state = 'disabled' where app_id = $1", [app.appId]);
  await engine.receive(newEvent(store, 'customers.redact'), newEvent(store, 'customers.data_request'));
  expect((await sentTo(app.installationId)).map(({ type, state }) => `${type} ${state}`).toSorted()).toEqual([
    'customers.data_request pending',
    'customers.redact pending',
  ]);
});

test('products.bulk_updated is delivered to the subscribers of product.updated', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  await engine.newApp(store, HOOK, { events: ['product.created'] });
  const event = newEvent(store, 'products.bulk_updated');
  await engine.receive(event);
  const rows = await engine.deliveries(`event_id = '${event.id}'`);
  expect(rows.map((row) => row.app_id)).toEqual([app.appId]);
});
