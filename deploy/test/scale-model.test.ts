import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { measuredCosts, needOf, scalePage, type Costs } from '../build/scale-model.ts';
import { workspaceRoot } from '../build/workspace.ts';

/** Costs that are easy to multiply. */
const COSTS: Costs = {
  'changed-list': { cpuMs: 3 },
  'item-8': { cpuMs: 1 },
  'adjustment-1': { cpuMs: 2 },
  order: { cpuMs: 10 },
  'event-cost-stores': { cpuMs: 0.5 },
  'webhooks-500': { cpuMs: 1 },
  'storage-product': { bytes: 1_000 },
  'storage-order': { bytes: 2_000 },
  'storage-movement': { bytes: 100 },
  'storage-event': { bytes: 300 },
  'storage-entry': { bytes: 150 },
  'storage-delivery': { bytes: 400 },
  'storage-message': { bytes: 200 },
};

test('the tables of scale.md are those of the measured costs', async () => {
  const page = await readFile(path.join(workspaceRoot, 'docs/scale.md'), 'utf8');
  expect(await scalePage()).toBe(page);
});

test('a million stores: load, cores and data follow from the assumptions', () => {
  const { work, cores, data } = needOf(1_000_000, COSTS);
  // Orders: 10 a day per store, five times the mean; events: one per write and three per order.
  const orders = (1_000_000 * 10 * 5) / 86_400;
  const events = 1_000 + 3 * orders;
  expect(work.map(({ name, perSecond, ms }) => [name, Math.round(perSecond), ms])).toEqual([
    ['reads', 20_000, 2],
    ['writes', 1_000, 2],
    ['orders', Math.round(orders), 10],
    ['events', Math.round(events), 0.5],
    ['webhook deliveries', Math.round(2 * events), 1],
  ]);
  const busy = 20_000 * 2 + 1_000 * 2 + orders * 10 + events * 0.5 + 2 * events;
  expect(cores).toBeCloseTo(busy / 1000 / 0.5);
  expect(data[0]).toEqual({ name: 'products', rows: 300_000_000, bytes: 1_000 });
  expect(data[1]!.rows).toBeCloseTo(3_650_000_000);
  expect(data[4]!.rows).toBeCloseTo(((2 * events) / 5) * 86_400 * 30, -3);
});

test('a thousand times the stores need a thousand times the cores and data', async () => {
  const costs = await measuredCosts();
  const [few, many] = [needOf(1_000, costs), needOf(1_000_000, costs)];
  expect(many.cores / few.cores).toBeCloseTo(1_000);
  many.data.forEach(({ rows }, at) => expect(rows / few.data[at]!.rows).toBeCloseTo(1_000));
});

test('a cost that has not been measured is an error that names its row', () => {
  const { order: _order, ...rest } = COSTS;
  expect(() => needOf(1, rest)).toThrow('no figure of order');
});
