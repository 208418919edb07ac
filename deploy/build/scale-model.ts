import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatted } from './format.ts';
import { markdownTable, replaceMarked } from './marked-tables.ts';
import { workspaceRoot } from './workspace.ts';

/**
 * The model of docs/scale.md: what a number of stores needs, from the figures of docs/performance.json. `node deploy/build/scale-model.ts`
 * writes its tables.
 */
const PAGE = path.join(workspaceRoot, 'docs/scale.md');
const FIGURES = path.join(workspaceRoot, 'docs/performance.json');

/** Behavior of stores. */
export const ASSUMED = {
  /** Share of the stores that are active at peak. */
  activeShare: 0.1,
  /** Reads of an active store per second, half of them lists, half single products. */
  readsPerSecond: 0.2,
  /** Writes of an active store per second, each with one stock movement. */
  writesPerSecond: 0.01,
  productsPerStore: 300,
  ordersPerDay: 10,
  linesPerOrder: 3,
  eventsPerOrder: 3,
  /** Load at peak, as a multiple of the mean. */
  peak: 5,
  /** Apps that receive every event of a store. */
  appsPerStore: 2,
  /** Share of a processor that is used at peak. */
  utilization: 0.5,
};

/** Days for which data is kept. */
const KEPT_DAYS = { webhooks: 30, jetStream: 7, year: 365 };
/** Largest database that can still be restored and failed over in the time of an ordinary incident, in GB. */
const DATABASE_GB = 500;
const DAY_S = 86_400;

/** Figures by the name of their row in performance.json. */
export type Costs = Record<string, { cpuMs?: number; bytes?: number; mib?: number }>;

/** CPU that a kind of work takes at peak. */
interface Work {
  name: string;
  perSecond: number;
  /** CPU of each, in ms. */
  ms: number;
  cores: number;
}

/** Data that is kept. */
interface Data {
  name: string;
  rows: number;
  /** Bytes of each, indexes included. */
  bytes: number;
}

/** Processors and data that a number of stores needs. */
export interface Need {
  work: Work[];
  cores: number;
  data: Data[];
}

/** Applies the measured costs to a number of stores. @throws when a figure has not been measured */
export function needOf(stores: number, costs: Costs): Need {
  const ms = (row: string) => figure(costs[row]?.cpuMs, row);
  const bytes = (row: string) => figure(costs[`storage-${row}`]?.bytes, row);
  const active = stores * ASSUMED.activeShare;
  const reads = active * ASSUMED.readsPerSecond;
  const writes = active * ASSUMED.writesPerSecond;
  const orders = ((stores * ASSUMED.ordersPerDay) / DAY_S) * ASSUMED.peak;
  const events = writes + orders * ASSUMED.eventsPerOrder;
  const work = [
    // Of many stores, few reads and writes of one arrive together, and few of its products are kept.
    { name: 'reads', perSecond: reads, ms: (ms('changed-list') + ms('item-8')) / 2 },
    { name: 'writes', perSecond: writes, ms: ms('adjustment-1') },
    { name: 'orders', perSecond: orders, ms: ms('order') },
    { name: 'events', perSecond: events, ms: ms('event-cost-stores') },
    { name: 'webhook deliveries', perSecond: events * ASSUMED.appsPerStore, ms: ms('webhooks-500') },
  ].map((each) => ({ ...each, cores: (each.perSecond * each.ms) / 1000 / ASSUMED.utilization }));
  const daily = (perSecond: number) => (perSecond / ASSUMED.peak) * DAY_S;
  const data = [
    { name: 'products', rows: stores * ASSUMED.productsPerStore, bytes: bytes('product') },
    { name: 'orders, per year', rows: daily(orders) * KEPT_DAYS.year, bytes: bytes('order') },
    {
      name: 'stock movements, per year',
      rows: daily(writes + orders * ASSUMED.linesPerOrder) * KEPT_DAYS.year,
      bytes: bytes('movement'),
    },
    {
      name: 'events for webhooks and feeds, 30 days',
      rows: daily(events) * KEPT_DAYS.webhooks,
      bytes: bytes('event') + ASSUMED.appsPerStore * bytes('entry'),
    },
    {
      name: 'deliveries and attempts, 30 days',
      rows: daily(events) * ASSUMED.appsPerStore * KEPT_DAYS.webhooks,
      bytes: bytes('delivery'),
    },
    {
      name: 'JetStream, 7 days, each replica',
      rows: daily(events) * KEPT_DAYS.jetStream,
      bytes: bytes('message'),
    },
  ];
  return { work, cores: work.reduce((sum, { cores }) => sum + cores, 0), data };
}

function figure(value: number | undefined, row: string): number {
  if (value === undefined)
    throw new Error(`docs/performance.json has no figure of ${row}; measure it with pnpm bench`);
  return value;
}

/** A component that cannot be doubled by starting one more pod, and how many of it a need takes: above 1 it has run out. */
const LIMITS: { name: string; of: (need: Need) => number }[] = [
  {
    name: 'processes of a service that handle events',
    of: ({ work }) => coresOf(work, 'events'),
  },
  {
    name: `webhooks database of ${DATABASE_GB} GB`,
    of: ({ data }) => gigabytes(data, /webhooks|deliveries/) / DATABASE_GB,
  },
  {
    name: `orders database of ${DATABASE_GB} GB, one year`,
    of: ({ data }) => gigabytes(data, /orders/) / DATABASE_GB,
  },
  {
    name: `inventory database of ${DATABASE_GB} GB, one year`,
    of: ({ data }) => gigabytes(data, /movements/) / DATABASE_GB,
  },
  {
    name: `products in databases of ${DATABASE_GB} GB`,
    of: ({ data }) => gigabytes(data, /products/) / DATABASE_GB,
  },
  {
    name: `JetStream file store of ${DATABASE_GB} GB`,
    of: ({ data }) => gigabytes(data, /JetStream/) / DATABASE_GB,
  },
];

const coresOf = (work: Work[], name: string): number => work.find((each) => each.name === name)!.cores;

const gigabytes = (data: Data[], names: RegExp): number =>
  data.filter(({ name }) => names.test(name)).reduce((sum, { rows, bytes }) => sum + (rows * bytes) / 1e9, 0);

const STORES = [1_000, 10_000, 1_000_000];

/** Two significant digits, thousands with a comma. */
const short = (value: number): string =>
  Number(value.toPrecision(2)).toLocaleString('en-US', { maximumSignificantDigits: 2 });

/** The tables of docs/scale.md by the name of their marker. */
export function scaleTables(costs: Costs): Record<string, string> {
  const needs = STORES.map((stores) => needOf(stores, costs));
  const largest = needs.at(-1)!;
  const stores = STORES.map((count) => `${count.toLocaleString('en-US')} stores`);
  return {
    cores: markdownTable(
      ['work at peak', 'per second', 'CPU ms each', 'cores'],
      [
        ...largest.work.map(({ name, perSecond, ms, cores }) => [
          name,
          short(perSecond),
          ms.toFixed(2),
          short(cores),
        ]),
        ['**total**', '', '', `**${short(largest.cores)}**`],
      ],
    ),
    data: markdownTable(
      ['kept', 'rows', 'bytes each', 'GB'],
      largest.data.map(({ name, rows, bytes }) => [
        name,
        short(rows),
        short(bytes),
        short((rows * bytes) / 1e9),
      ]),
    ),
    limits: markdownTable(
      ['how many are needed', ...stores],
      [
        ['cores of all processes and servers', ...needs.map(({ cores }) => short(cores))],
        ...LIMITS.map(({ name, of }) => [name, ...needs.map((need) => short(of(need)))]),
      ],
    ),
  };
}

/** The measured figures of a store of 100,000 products. */
export async function measuredCosts(): Promise<Costs> {
  const results = JSON.parse(await readFile(FIGURES, 'utf8')) as Record<string, { figures: Costs[string] }>;
  return Object.fromEntries(
    Object.entries(results).flatMap(([name, { figures }]) =>
      name.endsWith('@100000') ? [[name.replace('@100000', ''), figures]] : [],
    ),
  );
}

/** docs/scale.md with the tables of the current figures. */
export async function scalePage(): Promise<string> {
  let page = await readFile(PAGE, 'utf8');
  for (const [name, table] of Object.entries(scaleTables(await measuredCosts())))
    page = replaceMarked(page, `model: ${name}`, table);
  return formatted(PAGE, page);
}

/** Writes the tables of the current figures into docs/scale.md. */
export const writeScalePage = async (): Promise<void> => writeFile(PAGE, await scalePage());

if (import.meta.main) await writeScalePage();
