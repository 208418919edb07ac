import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '@commerce/service-kit/ids.ts';
import { registry } from '@commerce/service-kit/metrics.ts';
import { observeQueueJob } from '../src/jobs/observe-queue.ts';
import { Engine, newEvent, T0 } from './support/engine.ts';

const HOOK = 'https://hooks.example.com/';
let engine: Engine;

beforeAll(async () => {
  engine = await Engine.create();
});
afterAll(() => engine.close());

/** The values of a metric. */
const valuesOf = async (name: string): Promise<number[]> => {
  const metric = await registry.getSingleMetric(name)!.get();
  return metric.values.map(({ value }) => value);
};

test('the queue is measured over healthy endpoints: a failing or disabled one does not age it', async () => {
  const store = newId('sto');
  const apps = [];
  for (let i = 0; i < 3; i++) apps.push(await engine.newApp(store, HOOK));
  const [healthy, failing, disabled] = apps.map(({ appId }) => appId);
  await engine.receive(newEvent(store), newEvent(store));
  const due = (appId: string, atMs: number) =>
    engine.query('update delivery set due_at = $2 where app_id = $1', [appId, new Date(atMs)]);
  await due(healthy!, T0 - 3_000);
  await due(failing!, T0 - 3600_000);
  await due(disabled!, T0 - 3600_000);
  await engine.query('update endpoint set first_failure_at = $2 where app_id = $1', [failing, new Date(T0)]);
  await engine.query("update endpoint set state = 'disabled' where app_id = $1", [disabled]);
  const job = observeQueueJob(engine.deps);
  await job.run();
  expect(await valuesOf('webhook_queue_age_seconds')).toEqual([3]);
  expect(await valuesOf('webhook_due_deliveries')).toEqual([2]);
  await due(healthy!, T0 + 1);
  await job.run();
  expect(await valuesOf('webhook_queue_age_seconds')).toEqual([0]);
  expect(await valuesOf('webhook_due_deliveries')).toEqual([0]);
});

test('the metrics are absent, and not those of an earlier time, while they cannot be read', async () => {
  const names = [
    'webhook_due_deliveries',
    'webhook_queue_age_seconds',
    'webhook_mandatory_open',
    'webhook_failing_endpoints',
    'webhook_endpoint_failing_seconds',
  ];
  const job = observeQueueJob(engine.deps);
  await job.run();
  for (const name of names) expect(await valuesOf(name)).toHaveLength(1);
  const rows = vi.spyOn(engine.deps.db, 'rows').mockRejectedValue(new Error('down'));
  await expect(job.run()).rejects.toThrow('down');
  rows.mockRestore();
  for (const name of names) expect(await valuesOf(name)).toEqual([]);
  await job.run();
  for (const name of names) expect(await valuesOf(name)).toHaveLength(1);
});
