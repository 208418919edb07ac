import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { copyKeyOf, imageIdOf } from '../src/domain/image.ts';
import { Problems } from '../src/domain/problems.ts';
import { copyRequestMany, copyUpdate } from '../src/store/image-copy.ts';
import { imageBegin, imageFinish } from '../src/store/image.ts';
import { linkImages } from '../src/use-cases/images/link-images.ts';
import { IMAGES_URL } from './support/parts.ts';
import { productRecord } from './support/products.ts';
import { contextOf, newProduct, newStore, startService, type TestService } from './support/service.ts';

const URL = 'https://img.example/mate.jpg';
const ID = imageIdOf(Buffer.from('mate'));
const NOW = new Date('2026-01-01T00:00:00Z');

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** Adds a store with a finished copy of the URL, which no product uses. */
async function storeWithCopy(): Promise<string> {
  const { prisma } = service;
  const { db } = service.database;
  const store = newStore();
  await imageBegin(db, store, ID, NOW);
  await imageFinish(prisma, store, { id: ID, width: 1, height: 1, bytes: 1 });
  await copyRequestMany(db, store, [URL], NOW);
  const ready = { state: 'ready', failure: '', imageId: ID, dueAt: NOW } as const;
  await copyUpdate(db, { storeId: store, key: copyKeyOf(URL) }, ready, NOW);
  return store;
}

const beginDeletion = (store: string) =>
  service.database.db.pool.query("update image set state = 'deleting' where store_id = $1", [store]);
const copiesOf = async (store: string) => {
  const query = 'select state, image_id from image_copy where store_id = $1';
  return (await service.database.db.pool.query(query, [store])).rows;
};
const create = async (store: string) =>
  (await service.client.createProduct(contextOf(store), newProduct('Mate', { images: [URL] }))).product!;

test('a URL whose copy is being deleted is kept, and its copy is made again', async () => {
  const store = await storeWithCopy();
  expect((await create(store)).images).toEqual([`${IMAGES_URL}/${store}/${ID}/1600.webp`]);
  const other = await storeWithCopy();
  await beginDeletion(other);
  expect((await create(other)).images).toEqual([URL]);
  const again = [{ state: 'pending', image_id: null }];
  expect(await copiesOf(other)).toEqual(again);
  await service.database.db.pool.query('delete from image where store_id = $1', [other]);
  expect(await copiesOf(other)).toEqual(again);
});

test('a URL whose copy begins to be deleted after it was found is kept, and its copy is made again', async () => {
  const store = await storeWithCopy();
  const problems = new Problems();
  const [linked] = await service.database.db.transaction((tx) => {
    const racing: Queryable = {
      async rows<R>(statement: Statement, values: unknown[]) {
        const rows = await tx.rows<R>(statement, values);
        if (statement.name === 'image_copy-find-copied') await beginDeletion(store);
        return rows;
      },
    };
    const after = productRecord(store, newId('prd'), { images: [URL] });
    return linkImages(service.deps, racing, store, [{ before: undefined, after, problems }]);
  });
  expect(linked!.product.images).toEqual([URL]);
  problems.throwIfAny();
  expect(await copiesOf(store)).toEqual([{ state: 'pending', image_id: null }]);
});
