import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProductsBulkUpdated } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { importFile } from './support/import.ts';
import { startWithAmounts } from './support/prices-stand-in.ts';
import { newStore, type TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  ({ service } = await startWithAmounts());
});
afterAll(() => service.close());

const fileOf = (price: number) =>
  `Handle,Title,Variant Price\n${Array.from({ length: 5_001 }, (_, n) => `p-${n},Producto ${n},${price}`).join('\n')}\n`;

const publicEvents = async () =>
  (await service.events()).filter(({ type }) => type !== 'products.changed' && type !== 'product.drafted');

test('an import of more than 5,000 products is published as one event, and so is one of their prices', async () => {
  const store = newStore();
  for (const [price, counts] of [
    [10, { created: 5_001, updated: 0 }],
    [20, { created: 0, updated: 5_001 }],
  ] as const) {
    expect(await importFile(service, store, fileOf(price))).toMatchObject({ state: 'done', ...counts });
    const [event, ...others] = await publicEvents();
    expect(event!.type).toBe('products.bulk_updated');
    expect(ProductsBulkUpdated.decode(event!.payload).count).toBe(5_001);
    expect(others).toEqual([]);
  }
  // One of them changes, so it has an event of its own.
  await importFile(service, store, fileOf(20).replace('Producto 7,', 'Otro,'));
  expect((await publicEvents()).map(({ type }) => type)).toEqual(['product.updated']);
});
