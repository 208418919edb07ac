import { isDeepStrictEqual } from 'node:util';
import { join, resolve } from 'node:path';
import { startStack, type Stack } from '@commerce/deploy/local/stack.ts';
import { readFile } from 'node:fs/promises';
import { call } from '../support/api.ts';
import { AppClient, type Tokens } from '../support/install-app.ts';
import { apiRoot, type Platform } from '../support/platform.ts';
import { startBare } from './bare-process.ts';
import { cpuMs, residentMiB } from './cpu.ts';
import { measure, type Load, type Measured } from './measure.ts';
import { report, type Row } from './report.ts';

/**
 * `pnpm bench`: the large store on this machine, what each read costs, and the same answers from one bare process.
 * `--products N` sets the size (default 100,000); the data is kept in .cache/bench for the next run.
 */

const CONNECTIONS = { list: [8, 32], byId: [8, 64], page: [32] };
const productsAt = process.argv.indexOf('--products');
const products = productsAt === -1 ? 100_000 : Number(process.argv[productsAt + 1]);

const stack = await startStack({
  dataDir: resolve('.cache', `bench-${products}`),
  ports: 'random',
  demo: true,
  products,
  env: { ...process.env, RATE_LIMIT_MULTIPLIER: '100000', NODE_ENV: 'production' },
});
try {
  await bench(stack);
} finally {
  await stack.stop();
}

async function bench(platform: Stack): Promise<void> {
  const memory = restingMemory(platform);
  const demo = JSON.parse(await readFile(join(platform.dataDir, 'demo.json'), 'utf8')) as Platform['demo'];
  const store = demo.stores[0];
  const client = new AppClient(platform.publicUrl, demo.apps[0]);
  const tokens = await client.install(store.owner);
  const bare = await startBare(platform.databaseUrls.catalog, store.id);
  try {
    const rows = await readRows(platform, bare, tokens);
    rows.push(await refreshRow(platform, client, tokens));
    await report({ rows, memory, depth: await depth(platform, tokens), products });
  } finally {
    bare.stop();
  }
}

function restingMemory(platform: Stack): { name: string; mib: number }[] {
  return Object.values(platform.processes).map(({ name, pid }) => ({ name, mib: residentMiB(pid!) }));
}

function platformPids({ processes, servers }: Stack): number[] {
  return [...Object.values(processes), servers.postgres!, servers.nats!].map(({ pid }) => pid!);
}

async function readRows(
  platform: Stack,
  bare: Awaited<ReturnType<typeof startBare>>,
  tokens: Tokens,
): Promise<Row[]> {
  const root = apiRoot(platform.publicUrl);
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const { pages, ids } = await samplePages(root, tokens.access_token, 40);
  const prefix = new URL(root).pathname;
  const ours = (paths: string[], connections: number): Promise<Measured> =>
    measure(
      { origin: platform.publicUrl, paths: paths.map((p) => `${prefix}${p}`), headers, connections },
      platformPids(platform),
    );
  const theirs = (paths: string[], connections: number): Promise<Measured> =>
    measure({ origin: bare.origin, paths, connections } satisfies Load, [
      bare.pid,
      platform.servers.postgres!.pid!,
    ]);
  await sameAnswers(root, bare.origin, tokens.access_token, pages, ids);

  const rows: Row[] = [];
  for (const connections of CONNECTIONS.list) {
    const path = pages.map((page) => page.ours);
    rows.push({
      name: 'list of 50 products',
      connections,
      ours: await ours(path, connections),
      bare: await theirs(
        pages.map((p) => p.bare),
        connections,
      ),
    });
  }
  for (const connections of CONNECTIONS.byId) {
    const path = ids.map((id) => `/products/${id}`);
    rows.push({
      name: 'product by id',
      connections,
      ours: await ours(path, connections),
      bare: await theirs(path, connections),
    });
  }
  const shop = (await call(root, '/shops', tokens.access_token)).body.data[0].id as string;
  const others = {
    'prices page (25 products)': `/prices?shop=${shop}`,
    'stock page (50 products)': `/stock?shop=${shop}`,
    'orders page (50)': '/orders?limit=50',
    'customers page (50)': '/customers?limit=50',
  };
  for (const [name, path] of Object.entries(others))
    rows.push({ name, connections: 32, ours: await ours([path], 32) });
  return rows;
}

/** The first pages of the product list, as we and as the bare process name them, and 2,000 ids. */
async function samplePages(root: string, token: string, count: number) {
  const pages: { ours: string; bare: string }[] = [];
  const ids: string[] = [];
  let ours = '/products?limit=50';
  let bare = '/products';
  for (let n = 0; n < count; n++) {
    pages.push({ ours, bare });
    const { body } = await call(root, ours, token);
    ids.push(...body.data.map((product: { id: string }) => product.id));
    if (body.next_cursor === null) break;
    const last = body.data.at(-1);
    ours = `/products?limit=50&cursor=${encodeURIComponent(body.next_cursor)}`;
    bare = `/products?updated_at=${encodeURIComponent(last.updated_at)}&id=${last.id}`;
  }
  return { pages, ids };
}

async function sameAnswers(
  root: string,
  bareOrigin: string,
  token: string,
  pages: { ours: string; bare: string }[],
  ids: string[],
) {
  for (const [ours, bare] of [
    [pages[1]!.ours, pages[1]!.bare],
    [`/products/${ids[0]}`, `/products/${ids[0]}`],
  ] as const) {
    const [a, b] = await Promise.all([call(root, ours, token), call(bareOrigin, bare)]);
    if (!isDeepStrictEqual(a.body.data, b.body.data))
      throw new Error(`the bare process answers ${bare} differently`);
  }
}

/** As many refreshes as the token endpoint's limit lets one client make in a minute, one after the other. */
async function refreshRow(platform: Stack, client: AppClient, tokens: Tokens): Promise<Row> {
  const count = 250;
  const times: number[] = [];
  let refreshToken = tokens.refresh_token;
  const before = cpuMs(platformPids(platform));
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    ({ refresh_token: refreshToken } = await client.refresh(refreshToken));
    times.push(performance.now() - startedAt);
  }
  const spent = cpuMs(platformPids(platform)) - before;
  const sorted = times.toSorted((a, b) => a - b);
  const seconds = times.reduce((a, b) => a + b, 0) / 1000;
  const ours = {
    requestsPerSecond: count / seconds,
    p50Ms: sorted[count / 2]!,
    p99Ms: sorted[Math.floor(count * 0.99)]!,
    cpuMs: spent / count,
  };
  return { name: 'token refresh', connections: 1, ours };
}

/** Time of page 1 and of the deepest page up to 1,900 of the product list, by the same client, alternating. */
async function depth(platform: Stack, { access_token }: Tokens) {
  const root = apiRoot(platform.publicUrl);
  const first = '/products?limit=50';
  let deep = first;
  let page = 1;
  for (; page < 1_900; page++) {
    const { body } = await call(root, deep, access_token);
    if (body.next_cursor === null) break;
    deep = `${first}&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  const load = (path: string) =>
    measure(
      {
        origin: platform.publicUrl,
        paths: [`${new URL(root).pathname}${path}`],
        headers: { authorization: `Bearer ${access_token}` },
        connections: 8,
      },
      platformPids(platform),
    );
  return { page, first: await load(first), deep: await load(deep) };
}
