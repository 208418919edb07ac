import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { parseFileAtOnce } from '@commerce/catalog/seed.ts';
import { MAX_FILE_BYTES } from '@commerce/console-api/routes/product-imports.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { call } from '../support/api.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { AppClient } from '../support/install-app.ts';
import { readMetrics } from '../support/metrics.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { apiRoot, platform } from '../support/platform.ts';

const { gateways, processes, demo } = platform();
/** Importable products of the file. */
const PRODUCTS = 300;

let store: TestStore;
let owner: ConsoleClient;
let token: string;
beforeAll(async () => {
  store = await newStore('enterprise');
  owner = await ConsoleClient.of(gateways[0], store.owner);
  const app = new AppClient(gateways[0], await newApp(['read_products']));
  token = (await app.install(demo.stores[0].owner)).access_token;
});

/** The largest accepted file: importable products, and rows of a single handle, far more than a product may have. */
function largestFile(): Buffer {
  const file = Buffer.alloc(MAX_FILE_BYTES, ' ');
  let size = file.write('Handle,Title,Body (HTML)\n');
  for (let n = 0; n < PRODUCTS; n++) size += file.write(`p-${n},P ${n},x\n`, size);
  const row = `h,T,${'x'.repeat(90)}\n`;
  while (size + row.length <= MAX_FILE_BYTES) size += file.write(row, size);
  return file.subarray(0, size);
}

/** Time that parsing a file without a pause blocks the event loop, in ms. */
async function singlePassMs(file: Buffer): Promise<number> {
  const startedAt = performance.now();
  await parseFileAtOnce(file);
  return performance.now() - startedAt;
}

/** Maximum event-loop delay of catalog since the last reading, in ms; a reading resets it. */
async function longestDelayMs(): Promise<number> {
  const [seconds] = await readMetrics(processes['catalog']!.adminUrl, 'nodejs_eventloop_lag_max_seconds');
  return seconds! * 1_000;
}

/** Uploads a file, waits for its preview and confirms the import. @returns the final state */
async function importFile(file: Buffer) {
  const params = { store: store.id };
  const sent = { params, query: { name: 'x.csv' }, body: file };
  const { status, body, text } = await owner.send(productRoutes.startImport, sent);
  if (status !== 200) throw new Error(`the upload was answered ${status}: ${text}`);
  const input = { params: { ...params, import: (body as { id: string }).id } };
  const until = async (...states: string[]) => {
    for (;;) {
      const now = await owner.call(productRoutes.getImport, input);
      if (states.includes(now.state)) return now;
      await sleep(250);
    }
  };
  const preview = await until('preview', 'failed');
  expect(preview).toMatchObject({ state: 'preview', toCreate: PRODUCTS, withErrors: 1 });
  await owner.call(productRoutes.confirmImport, { ...input, body: { shop: null } });
  return until('done', 'failed');
}

test('importing the largest file does not slow down the product reads of another store', async () => {
  const file = largestFile();
  const passMs = await singlePassMs(file);
  const reads: { status: number; ms: number }[] = [];
  const delays: number[] = [];
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      const { status } = await call(apiRoot(gateways[1]), '/products?limit=20', token);
      reads.push({ status, ms: performance.now() - startedAt });
      delays.push(await longestDelayMs());
      await sleep(200);
    }
  })();
  await longestDelayMs();
  const startedAt = performance.now();
  const done = await importFile(file).finally(() => over.abort());
  const importMs = performance.now() - startedAt;
  await reading;
  expect(done).toMatchObject({ state: 'done', created: PRODUCTS });
  expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
  expect(reads.length).toBeGreaterThan(10);
  expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(importMs / 10);
  // Wall-clock time, which a busy machine prolongs for both.
  expect(Math.max(...delays)).toBeLessThan(passMs / 5);
});
