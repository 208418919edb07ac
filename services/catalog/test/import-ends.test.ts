import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProductsBulkUpdated } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { conflict, Fault } from '@commerce/service-kit/fault.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { IMPORT_READ } from '../src/domain/bulk-kinds.ts';
import { expireImportsJob } from '../src/jobs/expire-imports.ts';
import { importReadJob } from '../src/jobs/import-read.ts';
import { importFile, preview, problemsOf, productsBySlug, upload, write } from './support/import.ts';
import { startWithAmounts, type Amounts } from './support/prices-stand-in.ts';
import { contextOf, newStore, refusal, type TestService } from './support/service.ts';

const DAY_MS = 24 * 3600 * 1000;

let service: TestService;
let amounts: Amounts;
let store: string;
beforeAll(async () => {
  ({ service, amounts } = await startWithAmounts());
});
afterAll(() => service.close());
beforeEach(async () => {
  store = newStore();
  amounts.onCall = () => undefined;
  await service.events();
});

const rowsOf = (count: number, price: number): string =>
  `Handle,Title,Variant Price,Variant Compare At Price,Cost per item
${Array.from({ length: count }, (_, n) => `p-${n},Producto ${n},${price},${price + 1},5`).join('\n')}\n`;

/** A product with a variant of each size. */
const variants = (...sizes: string[]): string =>
  ['Handle,Title,Option1 Name,Option1 Value,Variant Price', ...sizes]
    .map((size, n) => (n === 0 ? size : `remera,${n === 1 ? 'Remera,Talle' : ','},${size},9`))
    .map((line) => `${line}\n`)
    .join('');

const refuse = (change: string) => (called: string) => {
  if (called === change) throw conflict('refused', 'It is refused.');
};

/** Makes the preview of a file, with other numbers of products. */
const previewAs = async (file: string, counts: string) => {
  const { id } = await preview(service, store, file);
  await service.database.db.pool.query(`update product_import set ${counts} where id = $1`, [id]);
  return id;
};

const publicEvents = async () => {
  const events = await service.events();
  return events.filter(({ type }) => !['products.changed', 'product.drafted'].includes(type));
};

describe('refused prices', () => {
  test('a new product and a new variant whose prices are refused are not sold', async () => {
    await importFile(service, store, variants('S'));
    amounts.onCall = refuse('prices');
    const done = await importFile(service, store, `${variants('S', 'M')}gorra,Gorra,,,9\n`);
    expect(done).toMatchObject({ state: 'done', created: 1, updated: 1, problems: 2 });
    expect(await problemsOf(service, store, done.id)).toEqual([
      '2 error price_refused',
      '4 error price_refused',
    ]);
    const products = await productsBySlug(service, store);
    expect(products.get('gorra')).toMatchObject({ isDraft: true, priceCentavos: 0 });
    const ofShirt = products
      .get('remera')!
      .variants.map(({ priceCentavos, isActive }) => [priceCentavos, isActive]);
    expect(ofShirt).toEqual([
      [900, true],
      [0, false],
    ]);
  });

  test('a price whose call is still running for another process is no refusal', async () => {
    const { id: importId } = await preview(service, store, rowsOf(1, 9));
    amounts.onCall = () => {
      throw conflict('idempotency_in_progress', 'It is still running.');
    };
    await service.client.confirmImport(contextOf(store), { importId, shopId: undefined });
    await expect(service.jobs.worker().run()).rejects.toMatchObject({ code: 'conflict' });
    amounts.onCall = () => undefined;
    const later = { now: () => Date.now() + 60_000 };
    await service.jobsOf(later).worker().run();
    expect(await service.client.getImport(contextOf(store), { importId })).toMatchObject({
      import: { created: 1, problems: 0 },
    });
    expect((await productsBySlug(service, store)).get('p-0')).toMatchObject({ priceCentavos: 900 });
  });
});

describe('an import that cannot continue', () => {
  test('an import that stops while it writes fails with the reason, keeps what it has written and expires', async () => {
    const previewed = await preview(service, store, rowsOf(60, 9));
    let calls = 0;
    amounts.onCall = () => {
      if (++calls > 160) throw new Fault('insufficient_scope', 'It may not do that.');
    };
    const failed = await write(service, store, previewed.id);
    expect(failed).toMatchObject({
      state: 'failed',
      failure: { line: 0, code: 'writing_stopped', params: { reason: 'It may not do that.' } },
      created: 60,
    });
    const drafts = [...(await productsBySlug(service, store)).values()].filter(({ isDraft }) => isDraft);
    expect(drafts).toHaveLength(10);
    const confirm = { importId: previewed.id, shopId: undefined };
    expect(await refusal(service.client.confirmImport(contextOf(store), confirm))).toEqual(['not_ready']);
    const clock = { now: () => Date.now() + 31 * DAY_MS };
    await expireImportsJob({ db: service.database.db, clock }).run();
    const { id: importId } = previewed;
    expect(await refusal(service.client.getImport(contextOf(store), { importId }))).toEqual(['not_found']);
  });

  test('an import that stops while it reads fails with the reason and without products', async () => {
    const { db, writer, logger, clock } = service.deps;
    const kind = importReadJob(service.deps);
    const jobs = new BulkJobs({
      db,
      writer,
      clock,
      logger,
      kinds: {
        [IMPORT_READ]: {
          ...kind,
          async prepare(ctx, part) {
            await kind.prepare!(ctx, part);
            throw new Fault('payload_too_large', 'It is too large.');
          },
        },
      },
    });
    const importId = await upload(service.client, store, Buffer.from(rowsOf(2, 9)));
    await jobs.worker().run();
    const { import: failed } = await service.client.getImport(contextOf(store), { importId });
    expect(failed).toMatchObject({ failure: { code: 'reading_stopped' }, products: 0 });
    const page = { importId, limit: 10, pageToken: Buffer.alloc(0) };
    expect((await service.client.listImportProducts(contextOf(store), page)).products).toEqual([]);
  });
});

describe('events of an import', () => {
  test('an import that changes the amounts of more than 5,000 products publishes one event', async () => {
    await importFile(service, store, rowsOf(3, 9));
    const before = (await productsBySlug(service, store)).values();
    await service.events();
    await write(service, store, await previewAs(rowsOf(3, 10), 'to_update = 5001'));
    const events = await publicEvents();
    expect(events.map(({ type }) => type)).toEqual(['products.bulk_updated']);
    const { count, updatedSinceMs } = ProductsBulkUpdated.decode(events[0]!.payload);
    expect(count).toBe(3);
    expect(updatedSinceMs).toBeGreaterThan(Math.max(...[...before].map(({ updatedAtMs }) => updatedAtMs)));
    for (const { priceCentavos, updatedAtMs } of (await productsBySlug(service, store)).values()) {
      expect(priceCentavos).toBe(1_000);
      expect(updatedAtMs).toBeGreaterThanOrEqual(updatedSinceMs);
    }
  });

  test('a bulk import that stops publishes the products that it has changed', async () => {
    await importFile(service, store, rowsOf(3, 9));
    await service.events();
    amounts.onCall = (change) => {
      if (change === 'costs') throw new Fault('insufficient_scope', 'It may not do that.');
    };
    const file = rowsOf(3, 10).replaceAll(',5\n', ',6\n');
    const importId = await previewAs(file, 'to_update = 5001');
    expect(await write(service, store, importId)).toMatchObject({ state: 'failed' });
    const [event] = await publicEvents();
    expect(ProductsBulkUpdated.decode(event!.payload).count).toBe(3);
  });

  test('products that stay as they are do not make an import a bulk operation', async () => {
    await importFile(service, store, rowsOf(3, 9));
    await service.events();
    const changed = rowsOf(3, 9).replace('Producto 0', 'Otro');
    await write(service, store, await previewAs(changed, 'to_keep = 5001'));
    expect((await publicEvents()).map(({ type }) => type)).toEqual(['product.updated']);
  });
});
