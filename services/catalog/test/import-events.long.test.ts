import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFile } from './support/import.ts';
import { newStore, startService, type TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

test('an import of more than 5,000 products is published as one event', async () => {
  const rows = Array.from({ length: 5_001 }, (_, n) => `p-${n},Producto ${n}`);
  const done = await importFile(service, newStore(), `Handle,Title\n${rows.join('\n')}\n`);
  expect(done).toMatchObject({ state: 'done', created: 5_001 });
  const types = (await service.events()).map(({ type }) => type);
  expect(types.filter((type) => type !== 'products.changed')).toEqual(['products.bulk_updated']);
});
