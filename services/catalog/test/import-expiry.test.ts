import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireImportsJob } from '../src/jobs/expire-imports.ts';
import { preview } from './support/import.ts';
import { contextOf, newStore, refusal, startService, type TestService } from './support/service.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Runs the job as if that much time had passed. */
const expireAfter = (ms: number): Promise<void> =>
  expireImportsJob({ db: service.database.db, clock: { now: () => Date.now() + ms } }).run();

describe('old imports', () => {
  test('imports are deleted 30 days after their last change, unfinished uploads after an hour', async () => {
    const ctx = contextOf(newStore());
    const { id: previewed } = await preview(service, ctx.storeId, 'Handle,Title\ngorra,Gorra');
    const { importId: unfinished } = await service.client.startImport(ctx, { fileName: 'productos.csv' });
    const refusalOf = (importId: string) => refusal(service.client.getImport(ctx, { importId }));

    await expireAfter(HOUR_MS / 2);
    expect((await service.client.getImport(ctx, { importId: unfinished })).import).toBeDefined();
    await expireAfter(2 * HOUR_MS);
    expect(await refusalOf(unfinished)).toEqual(['not_found']);
    await expireAfter(29 * DAY_MS);
    expect((await service.client.getImport(ctx, { importId: previewed })).import).toBeDefined();
    await expireAfter(31 * DAY_MS);
    expect(await refusalOf(previewed)).toEqual(['not_found']);
  });
});
