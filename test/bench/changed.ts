import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { cursorBox } from '@commerce/gateway/edge/cursor.ts';
import { keyRingSchema } from '@commerce/service-kit/crypto/key-ring.ts';
import { encodePosition } from '@commerce/service-kit/page-token.ts';
import { call } from '../support/api.ts';
import { changeServer } from '../support/change-server.ts';
import { changeEveryPrice } from './bulk.ts';
import type { Bench } from './bench.ts';
import type { Case } from './case.ts';
import { cpuMs } from './cpu.ts';
import { clientLoad, type LoadRequest } from './load.ts';
import { platformPids, runStatement, untilIdle } from './platform.ts';

const CONNECTIONS = 32;
const PAGE_SIZE = 50;
/** Parts of the pages that platform and baseline read alternately. The first is not counted: what runs then has to be compiled. */
const PARTS = 5;

interface PageStart {
  updatedAt: Date;
  id: string;
}

/** The last product before each page but the first. */
async function pageStarts({ stack, store }: Bench): Promise<PageStart[]> {
  const catalog = new pg.Client({ connectionString: stack.databaseUrls.catalog });
  await catalog.connect();
  try {
    const { rows } = await catalog.query<PageStart>(
      `select updated_at as "updatedAt", id from (
         select updated_at, id, row_number() over (order by updated_at, id) as n
         from product where store_id = $1 and not is_draft) p
       where n % ${PAGE_SIZE} = 0 order by n`,
      [store.id],
    );
    return rows;
  } finally {
    await catalog.end();
  }
}

/**
 * Makes cursors as the gateway does: reading the list to get them would leave its products in caches.
 * @throws when the gateway makes other ones
 */
async function cursors(bench: Bench): Promise<(start: PageStart) => string> {
  const { cursorKeys } = JSON.parse(
    await readFile(path.join(bench.stack.dataDir, 'secrets.json'), 'utf8'),
  ) as { cursorKeys: string };
  const keys = [...keyRingSchema.parse(cursorKeys).values()];
  const box = cursorBox(keys, { storeId: bench.store.id, operation: 'listProducts', filters: {} });
  const cursorAfter = ({ updatedAt, id }: PageStart) => box.seal(encodePosition([updatedAt.getTime(), id]))!;
  const { access_token } = await bench.tokens();
  const { data, next_cursor } = (await call(bench.root, '/products?limit=1', access_token)).body;
  const made = cursorAfter({ updatedAt: new Date(data[0].updated_at), id: data[0].id });
  if (made !== next_cursor) throw new Error('the gateway makes other cursors');
  return cursorAfter;
}

/** Reads each page once. @returns CPU in ms, per page, and pages per second */
async function readOnce(origin: string, pids: number[], requests: LoadRequest[]) {
  const left = [...requests];
  const before = cpuMs(pids);
  const result = await clientLoad({ origin, connections: CONNECTIONS, next: () => left.pop() });
  return { ...result, cpuMs: (cpuMs(pids) - before) / result.answers };
}

type Read = Awaited<ReturnType<typeof readOnce>>;

const part = <T>(of: T[], n: number): T[] => of.filter((_, index) => index % PARTS === n);

const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** Requests for each page of the list as it is now. */
async function pages(bench: Bench): Promise<{ ours: LoadRequest[]; theirs: LoadRequest[] }> {
  const [starts, cursorAfter] = [await pageStarts(bench), await cursors(bench)];
  const headers = { authorization: `Bearer ${(await bench.tokens()).access_token}` };
  return {
    ours: starts.map((start) => ({
      path: `${bench.prefix}/products?limit=${PAGE_SIZE}&cursor=${encodeURIComponent(cursorAfter(start))}`,
      headers,
    })),
    theirs: starts.map(({ updatedAt, id }) => ({
      path: `/products?${new URLSearchParams({ updated_at: updatedAt.toISOString(), id }).toString()}`,
    })),
  };
}

/**
 * Runs work without automatic vacuums: at times, one of the change would be counted as part of the platform's reading, but not of the
 * baseline's. Then vacuums what was changed, so that it is not counted for the next row or run.
 */
async function withoutVacuum<T>({ stack }: Bench, work: () => Promise<T>): Promise<T> {
  try {
    await changeServer(stack.adminDatabaseUrl, 'autovacuum = off');
    return await work();
  } finally {
    await changeServer(stack.adminDatabaseUrl, 'autovacuum = default');
    for (const service of ['catalog', 'pricing'] as const)
      await runStatement(stack, service, 'vacuum analyze');
  }
}

/** The whole list, every page and product of which was changed since it was read before. */
export const changedList: Case = {
  name: 'changed-list',
  table: 'requests',
  label: 'list of 50 products, each changed since it was last read',
  given: { connections: CONNECTIONS },
  target: { figure: 'ratio', atLeast: 1.2 },
  measure: async (bench) => {
    const bare = await bench.bare();
    const readOurs = (requests: LoadRequest[]) =>
      readOnce(bench.stack.publicUrl, platformPids(bench.stack), requests);
    const readTheirs = async (requests: LoadRequest[]) => readOnce(bare.origin, await bare.pids(), requests);
    const before = await pages(bench);
    await readOurs(before.ours);
    await readTheirs(before.theirs);
    const { measured, baseline } = await withoutVacuum(bench, async () => {
      await changeEveryPrice(bench);
      await untilIdle(bench.stack);
      const { ours, theirs } = await pages(bench);
      const read = { measured: [] as Read[], baseline: [] as Read[] };
      for (let n = 0; n < PARTS; n++) {
        const turns = [
          async () => read.measured.push(await readOurs(part(ours, n))),
          async () => read.baseline.push(await readTheirs(part(theirs, n))),
        ];
        // The first to read a row completes it for the other.
        for (const turn of n % 2 === 0 ? turns : turns.toReversed()) await turn();
      }
      return { measured: read.measured.slice(1), baseline: read.baseline.slice(1) };
    });
    const cpu = mean(measured.map((one) => one.cpuMs));
    const bareCpuMs = mean(baseline.map((one) => one.cpuMs));
    return {
      requestsPerSecond: mean(measured.map((one) => one.requestsPerSecond)),
      p50Ms: mean(measured.map((one) => one.p50Ms)),
      p99Ms: Math.max(...measured.map((one) => one.p99Ms)),
      cpuMs: cpu,
      bareCpuMs,
      ratio: bareCpuMs / cpu,
    };
  },
};
