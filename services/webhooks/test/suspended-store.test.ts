import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { replayDelivery } from '../src/rpc/replay-delivery.ts';
import { Engine, newEvent } from './support/engine.ts';
import { installationEvent, suspensionEvent } from './support/installation-event.ts';

const HOOK = 'https://hooks.example.com/in';
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
let engine: Engine;

beforeAll(async () => {
  engine = await Engine.create();
});
afterAll(() => engine.close());

const statesOf = async (installationId: string) =>
  (await engine.deliveries()).flatMap((row) =>
    row.installation_id === installationId ? [[row.type, row.state, row.attempts]] : [],
  );

test('ordinary deliveries wait while their store is suspended and are due once it is restored', async () => {
  const [store, other] = [newId('sto'), newId('sto')];
  const [app, elsewhere] = [await engine.newApp(store, HOOK), await engine.newApp(other, HOOK)];
  await engine.receive(newEvent(store), newEvent(store));
  await engine.receive(newEvent(other));
  const [retried] = await engine.deliveries(`store_id = '${store}'`);
  await engine.query("update delivery set state = 'retrying', attempts = 3 where id = $1", [retried!.id]);

  await engine.receive(suspensionEvent(store, true, 1));
  const event = newEvent(store);
  await engine.receive(event, newEvent(store, 'customers.redact'));
  expect(await statesOf(app.installationId)).toEqual([
    ['product.updated', 'cancelled', 3],
    ['product.updated', 'cancelled', 0],
    ['product.updated', 'cancelled', 0],
    ['customers.redact', 'pending', 0],
  ]);
  expect(await statesOf(elsewhere.installationId)).toEqual([['product.updated', 'pending', 0]]);
  // The feed has the event, so that nothing is missed even if the delivery is never made.
  expect(await engine.query('select from feed_entry where event_id = $1', [event.id])).toHaveLength(1);

  engine.nowMs += 60_000;
  await engine.receive(suspensionEvent(store, false, 2));
  const released = await engine.deliveries(`store_id = '${store}' and type = 'product.updated'`);
  expect(released.map(({ state, attempts, due_at }) => [state, attempts, due_at.getTime()])).toEqual(
    Array.from({ length: 3 }, () => ['pending', 0, engine.nowMs]),
  );
  expect(await engine.query('select from held_delivery where store_id = $1', [store])).toEqual([]);
});

test('an older suspension that arrives late changes nothing', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store));
  await engine.receive(suspensionEvent(store, false, 2));
  await engine.receive(suspensionEvent(store, true, 1));
  expect(await statesOf(app.installationId)).toEqual([['product.updated', 'pending', 0]]);
});

test('what was cancelled for another reason, or delivered during the suspension, is not sent again', async () => {
  const store = newId('sto');
  const [app, gone] = [await engine.newApp(store, HOOK), await engine.newApp(store, HOOK)];
  await engine.receive(newEvent(store));
  const [cancelled] = await engine.deliveries(`installation_id = '${app.installationId}'`);
  await engine.end('cancelled', 'id = $1', [cancelled!.id]);
  await engine.receive(newEvent(store));
  await engine.receive(suspensionEvent(store, true, 1));
  const [, attempted] = await engine.deliveries(`installation_id = '${app.installationId}'`);
  await engine.query("update finished_delivery set state = 'delivered' where id = $1", [attempted!.id]);
  await engine.receive(installationEvent('app.uninstalled', store, gone));
  await engine.receive(suspensionEvent(store, false, 2));
  expect((await statesOf(app.installationId)).map(([, state]) => state)).toEqual(['cancelled', 'delivered']);
  expect((await statesOf(gone.installationId)).map(([type, state]) => [type, state])).toEqual([
    ['product.updated', 'cancelled'],
    ['product.updated', 'cancelled'],
    ['app.uninstalled', 'pending'],
  ]);
});

test('a delivery of a suspended store cannot be replayed until the store is restored', async () => {
  const store = newId('sto');
  const { appId } = await engine.newApp(store, HOOK);
  await engine.receive(newEvent(store));
  const [{ id: deliveryId } = { id: '' }] = await engine.deliveries(`app_id = '${appId}'`);
  await engine.end('dead', 'id = $1', [deliveryId]);
  await engine.receive(suspensionEvent(store, true, 1));
  const replay = () => replayDelivery(engine.deps)(ctx, { appId, deliveryId });
  await expect(replay()).rejects.toMatchObject({ details: [{ reason: 'store_suspended' }] });
  await engine.receive(suspensionEvent(store, false, 2));
  await replay();
});
