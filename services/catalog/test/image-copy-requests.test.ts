import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import definition from '../src/main.ts';
import { copyKeyOf } from '../src/domain/image.ts';
import { copyDelete, copyRequestMany, copyTake, copyUpdate } from '../src/store/image-copy.ts';
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
