import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '@commerce/service-kit/clock.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import type { Deps } from '../src/deps.ts';
import { copyKeyOf } from '../src/domain/image.ts';
import { copyImagesJob } from '../src/jobs/copy-images.ts';
import {
  copyDelete,
  copyListDueStores,
  copyRequestMany,
  copyTake,
  copyUpdate,
} from '../src/store/image-copy.ts';
import type { Downloader } from '../src/use-cases/images/download-image.ts';
import { newStore } from './support/service.ts';

const URL = 'https://img.example/mate.jpg';
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase(definition.migrations)));
afterAll(() => database.drop());

test('a copy that a product requests after it was taken as unneeded is not forgotten', async () => {
  const { db } = database;
  const store = newStore();
  await copyRequestMany(db, store, [URL], at(0));
  const unneeded = await copyTake(db, store, at(1), at(2));
  await copyRequestMany(db, store, [URL], at(1));
  await copyDelete(db, unneeded!);
  const again = await copyTake(db, store, at(3), at(4));
  expect(again).toMatchObject({ url: URL, attempts: 2 });
  await copyDelete(db, again!);
  expect(await copyTake(db, store, at(5), at(6))).toBeUndefined();
});

test('a copy that failed is made again when a product requests it again', async () => {
  const { db } = database;
  const store = newStore();
  await copyRequestMany(db, store, [URL], at(0));
  await copyTake(db, store, at(1), at(2));
  const failed = { state: 'failed', failure: 'not_found', imageId: undefined, dueAt: at(1) } as const;
  await copyUpdate(db, { storeId: store, key: copyKeyOf(URL) }, failed, at(1));
  expect(await copyTake(db, store, at(9), at(10))).toBeUndefined();
  await copyRequestMany(db, store, [URL], at(8));
  expect(await copyTake(db, store, at(9), at(10))).toMatchObject({ url: URL, attempts: 1 });
});

test('the copies of a store continue after the database has failed for a while', async () => {
  const { db } = database;
  const store = newStore();
  await copyRequestMany(db, store, [URL], at(0));
  const downloader = {} as Downloader;
  const job = copyImagesJob({ db, clock: systemClock, downloader } as Deps & { downloader: Downloader });
  const rows = db.rows.bind(db);
  const down = vi
    .spyOn(db, 'rows')
    .mockImplementation((statement, values) =>
      statement.name === 'image_copy-take-due'
        ? Promise.reject(new Error('the database is down'))
        : rows(statement, values),
    );
  for (let n = 0; n < 5; n++) await expect(job.run()).rejects.toThrow('down');
  down.mockRestore();
  // Workers of the last round may still be ending.
  await until(async () => {
    await job.run();
    return !(await copyListDueStores(db, new Date())).includes(store);
  }, 'the copy of the store');
});
