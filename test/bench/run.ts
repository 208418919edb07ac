import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack, type Stack } from '@commerce/deploy/local/stack.ts';
import { call } from '../support/api.ts';
import { AppClient } from '../support/install-app.ts';
import { apiRoot, type Platform } from '../support/platform.ts';
import { startBare, type Bare } from './bare-process.ts';
import { bulkFinding } from './bulk.ts';
import { residentMiB } from './cpu.ts';
import { answering, measureInTurn, type Contender } from './measure.ts';
import { pageFindings } from './pages.ts';
import { platformPids } from './platform-pids.ts';
import { sameAnswers, sampleReads } from './reads.ts';
import { refreshRow } from './refresh.ts';
import { report, reportPages, reportWebhooks, type Row } from './report.ts';
import { webhookFinding } from './webhooks.ts';
import { writeRows } from './writes.ts';

/**
 * `pnpm bench`: measures a large store on this machine, in comparison with a bare process that gives the same
 * responses. `--products N` sets the size (default 100,000); the data is kept in .cache/bench for the next run.
 * `--only webhooks,pages` measures only those parts (`requests` is the third).
 */

/** Number of the deepest measured page of the product list. */
const DEEP_PAGE = 1_900;

const { values } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, only: { type: 'string' } },
});
const products = Number(values.products);
const parts = { requests: bench, pages: benchPages, webhooks: benchWebhooks };
const only = values.only ?? Object.keys(parts).join();
if (Number.isNaN(products) || !only.split(',').every((part) => part in parts))
  throw new Error(`--products must be a number, --only one or more of ${Object.keys(parts).join()}`);

const stack = await startStack({
  dataDir: resolve('.cache', `bench-${products}`),
  ports: 'random',
  demo: true,
  products,
  env: { ...process.env, RATE_LIMIT_MULTIPLIER: '100000', NODE_ENV: 'production' },
});
try {
  for (const [part, measure] of Object.entries(parts)) if (only.split(',').includes(part)) await measure();
} finally {
  await stack.stop();
}

async function readDemo(): Promise<Platform['demo']> {
  return JSON.parse(await readFile(join(stack.dataDir, 'demo.json'), 'utf8')) as Platform['demo'];
}

async function benchWebhooks(): Promise<void> {
  const { stores } = await readDemo();
  await reportWebhooks(await webhookFinding(stack, stores[1].id));
}

async function bench(): Promise<void> {
  const memory = restingMemory(stack);
  const demo = await readDemo();
  const [store] = demo.stores;
  const [app] = demo.apps;
  const tokens = await new AppClient(stack.publicUrl, app).install(store.owner);
  const bare = await startBare(
    { databaseUrls: stack.databaseUrls, storeId: store.id },
    stack.adminDatabaseUrl,
  );
  try {
    const rows = await readRows(bare, tokens.access_token);
    const deep = await depth(tokens.access_token);
    // Before the writes, whose background work continues for a while.
    rows.push(await refreshRow(stack, bare, app, tokens));
    const writes = await writeRows(stack, bare, store.id, tokens.access_token);
    rows.push(...writes.rows);
    const bulk = await bulkFinding(stack, store.id, tokens.access_token);
    await report({ rows, memory, depth: deep, lag: writes.lag, bulk, products });
  } finally {
    await bare.stop();
  }
}

async function benchPages(): Promise<void> {
  const findings = await pageFindings(stack, (await readDemo()).stores);
  if (findings !== undefined) await reportPages(findings, products);
}

function restingMemory({ processes }: Stack): { name: string; mib: number }[] {
  return Object.values(processes).map(({ name, pid }) => ({ name, mib: residentMiB(pid!) }));
}

async function readRows(bare: Bare, token: string): Promise<Row[]> {
  const root = apiRoot(stack.publicUrl);
  const reads = await sampleReads(root, token);
  await sameAnswers(root, token, bare.origin, reads);
  const rows: Row[] = [];
  for (const { name, connections: each, questions } of reads)
    for (const connections of each) {
      const ourPaths = questions.map(({ ours }) => ours);
      const paths = questions.map((question) => question.bare);
      const theirs = {
        pids: () => bare.pids(),
        work: answering({ origin: bare.origin, paths, connections }),
      };
      const [measured, bareMeasured] = await measureInTurn([platform(token, ourPaths, connections), theirs]);
      rows.push({ name, connections, ours: measured!, bare: bareMeasured! });
    }
  return rows;
}

/** The platform under a load of public API paths. */
function platform(token: string, apiPaths: string[], connections: number): Contender {
  const origin = stack.publicUrl;
  const prefix = new URL(apiRoot(origin)).pathname;
  const paths = apiPaths.map((path) => `${prefix}${path}`);
  const headers = { authorization: `Bearer ${token}` };
  return {
    pids: () => platformPids(stack),
    work: answering({ origin, paths, headers, connections }),
  };
}

/** Cost of page 1 and of the deepest page of the product list. */
async function depth(token: string) {
  const first = '/products?limit=50';
  let path = first;
  let page = 1;
  for (; page < DEEP_PAGE; page++) {
    const { body } = await call(apiRoot(stack.publicUrl), path, token);
    if (body.next_cursor === null) break;
    path = `${first}&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  const [top, deep] = await measureInTurn([platform(token, [first], 8), platform(token, [path], 8)]);
  return { page, first: top!, deep: deep! };
}
