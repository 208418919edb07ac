import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { retainDaysJob } from '../src/jobs/retain-days.ts';
import { replayDelivery } from '../src/rpc/replay-delivery.ts';
import { Engine, newEvent, T0 } from './support/engine.ts';

const DAY = 24 * 3600_000;
let engine: Engine;

beforeAll(async () => {
  engine = await Engine.create();
});
afterAll(() => engine.close());

const partitionsOf = async (table: string): Promise<string[]> => {
  const rows = await engine.query<{ name: string }>(
    'select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1',
    [table],
  );
  return rows.map(({ name }) => name);
};
const retain = () => retainDaysJob(engine.deps).run();

test('partitions are created a day ahead and dropped after 30 days; mandatory events are kept until they are delivered', async () => {
  const store = newId('sto');
  const app = await engine.newApp(store, 'https://hooks.example.com/');
  await retain();
  expect(await partitionsOf('attempt')).toEqual(['attempt_2099_11_03', 'attempt_2099_11_04']);
  const [ordinary, dead, redact] = [newEvent(store), newEvent(store), newEvent(store, 'customers.redact')];
  await engine.receive(ordinary, dead, redact);
  await engine.end('delivered', 'event_id = $1', [ordinary.id]);
  await engine.end('dead', 'event_id = any($1)', [[dead.id, redact.id]]);
  const kept = async () => (await engine.deliveries()).map((row) => row.event_id);
  engine.nowMs = T0 + 30 * DAY - 1;
  await retain();
  expect(await kept()).toHaveLength(3);
  expect(await partitionsOf('event')).toContain('event_2099_11_03');
  engine.nowMs = T0 + 31 * DAY;
  await retain();
  await retain();
  expect(await kept()).toEqual([redact.id]);
  expect(await partitionsOf('event')).toEqual([
    'event_2099_11_04',
    'event_2099_12_03',
    'event_2099_12_04',
    'event_2099_12_05',
  ]);
  // Its event was moved with it, so it can still be sent.
  const [row] = await engine.query<{ id: string }>(
    'select e.id from delivery_log d join event e on e.day = d.event_day and e.id = d.event_id where d.app_id = $1',
    [app.appId],
  );
  expect(row).toEqual({ id: redact.id });
  expect(await engine.query('select 1 from feed_entry')).toEqual([]);
  // The delivery itself is kept in the default partition, until a replay arrives.
  const rest = () => engine.query<{ event_id: string }>('select event_id from finished_delivery_rest');
  expect(await partitionsOf('finished_delivery')).not.toContain('finished_delivery_2099_11_03');
  expect(await rest()).toEqual([{ event_id: redact.id }]);
  const [{ id: deliveryId } = { id: '' }] = await engine.deliveries();
  await replayDelivery(engine.deps)(systemContext('req_test', Number.MAX_SAFE_INTEGER), {
    appId: app.appId,
    deliveryId,
  });
  await retain();
  expect(await rest()).toHaveLength(1);
  await engine.end('delivered', 'true');
  await retain();
  expect(await rest()).toEqual([]);
  expect(await engine.deliveries()).toEqual([
    expect.objectContaining({ state: 'delivered', replay_of: deliveryId }),
  ]);
});

test('several processes may create the partitions of a day at once', async () => {
  const others = Array.from({ length: 6 }, () => retain());
  await expect(Promise.all(others)).resolves.toHaveLength(6);
});
