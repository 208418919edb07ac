import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@commerce/service-kit/ids.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { imageIdOf } from '../src/domain/image.ts';
import { deleteUnusedImagesJob } from '../src/jobs/delete-unused-images.ts';
import { imageTakeUnused } from '../src/store/image.ts';
import { downloadImage, uploadImage } from './support/images.ts';
import { IMAGES_URL } from './support/parts.ts';
import { bomb, cut, noise, picture, type PictureFormat } from './support/pictures.ts';
import { longestTurnOf, MAX_TURN_MS } from './support/turns.ts';
import {
  change,
  contextOf,
  newProduct,
  newStore,
  refusal,
  startService,
  type TestService,
} from './support/service.ts';

/** Stores an image and stops within. */
const KILLED = new URL('./support/stores-half-an-image.ts', import.meta.url);
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MIB = 1024 * 1024;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Runs the job that deletes what is not used, as if that much time had passed. */
const cleanAfter = (ms: number): Promise<void> =>
  deleteUnusedImagesJob({ ...service.deps, clock: { now: () => Date.now() + ms } }).run();

const stored = (store: string, imageId: string, size: number): Promise<Buffer | undefined> =>
  downloadImage(service, store, imageId, size);

const filesOf = (store: string): Promise<string[]> =>
  readdir(`${service.imagesFolder}/${store}`, { recursive: true }).catch(() => []);

describe('uploads', () => {
  const formats: PictureFormat[] = ['jpeg', 'png', 'webp', 'gif', 'avif'];
  test.each(formats)('a %s is stored as WebP in three sizes, whatever its name', async (format) => {
    const store = newStore();
    const file = await picture(format, 2_000, 1_000);
    const { image } = await uploadImage(service, store, file);
    const id = imageIdOf(file);
    expect(image).toEqual({ id, url: `${IMAGES_URL}/${store}/${id}/1600.webp`, width: 1_600, height: 800 });
    for (const [size, height] of [
      [160, 80],
      [640, 320],
      [1600, 800],
    ] as const) {
      const metadata = await sharp(await stored(store, id, size)).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width: size, height });
    }
  });

  test('a small image is not enlarged', async () => {
    const store = newStore();
    const { image } = await uploadImage(service, store, await picture('png', 40, 30));
    expect(image).toMatchObject({ width: 40, height: 30 });
    const metadata = await sharp(await stored(store, image!.id, 160)).metadata();
    expect(metadata).toMatchObject({ width: 40, height: 30 });
  });

  test('a photo is turned upright, and its metadata with the place where it was taken is removed', async () => {
    const store = newStore();
    const gps = { IFD0: { Make: 'Cámara' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 36/1 0/1' } };
    const photo = await sharp(await picture('jpeg', 300, 200))
      .withExif(gps)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    const { image } = await uploadImage(service, store, photo);
    const metadata = await sharp(await stored(store, image!.id, 1600)).metadata();
    expect(metadata).toMatchObject({ width: 200, height: 300 });
    expect([metadata.exif, metadata.orientation, metadata.xmp, metadata.iptc]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test('the same file is the same image, however often and in whatever parts it is uploaded', async () => {
    const store = newStore();
    const file = await picture('png', 300, 300, '#1a5276');
    const first = await uploadImage(service, store, file);
    expect(await uploadImage(service, store, file, 100)).toEqual(first);
    expect(await uploadImage(service, newStore(), file)).not.toEqual(first);
    expect((await filesOf(store)).filter((name) => name.endsWith('.webp'))).toHaveLength(3);
  });

  test('parts may be sent again, and a missing one is reported', async () => {
    const ctx = contextOf(newStore());
    const uploadId = newId('upl');
    const file = await picture('png', 100, 100, '#7d3c98');
    const [first, second] = [file.subarray(0, 100), file.subarray(100)];
    const add = (number: number, data: Buffer, isLast: boolean) =>
      service.client.addImagePart(ctx, { uploadId, number, data, isLast });
    await add(0, first, false);
    await add(0, first, false);
    expect((await add(1, second, true)).image?.width).toBe(100);
    expect(await refusal(add(1, second, true))).toEqual(['upload_incomplete']);
  });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

describe('hostile files', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an empty file', () => Buffer.alloc(0), 'image_broken'],
    ['text', () => Buffer.from('not an image'), 'image_type'],
    ['an SVG, which may contain scripts', () => Buffer.from(SVG), 'image_type'],
    ['an SVG with an XML declaration', () => Buffer.from(`<?xml version="1.0"?>\n${SVG}`), 'image_type'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image_type'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 'image_type'],
    [
      'a TIFF',
      async () =>
        sharp(await picture('png'))
          .tiff()
          .toBuffer(),
      'image_type',
    ],
    ['a truncated JPEG', async () => cut(await noise('jpeg')), 'image_broken'],
    ['a truncated PNG', async () => cut(await noise('png')), 'image_broken'],
    ['a truncated WebP', async () => cut(await noise('webp')), 'image_broken'],
    ['a PNG of 50,000 × 50,000 pixels', () => bomb(50_000, 50_000), 'image_dimensions'],
    ['a PNG with one endless edge', () => bomb(2_000_000, 1), 'image_dimensions'],
    ['an interlaced PNG that would be decoded whole', () => bomb(6_000, 5_000, true), 'image_dimensions'],
    ['a file larger than 20 MiB', () => Buffer.alloc(20 * MIB + 1, 'x'), 'image_too_large'],
  ])('%s is refused, and nothing of it stays', async (_name, file, reason) => {
    const store = newStore();
    expect(await refusal(uploadImage(service, store, await file()))).toEqual([`${reason} file`]);
    expect(await filesOf(store)).toEqual([]);
    const { image, imageUploadPart } = service.prisma.forStore(store);
    expect([await image.count({}), await imageUploadPart.count({})]).toEqual([0, 0]);
  });

  test('a store whose storage is full stores no further image, but those that it has again', async () => {
    const store = newStore();
    const first = await picture('jpeg');
    const { image } = await uploadImage(service, store, first);
    await service.prisma.forStore(store).image.updateMany({ data: { bytes: 100 * MIB } });
    expect(await refusal(uploadImage(service, store, await picture('png')))).toEqual([
      'image_storage_full file',
    ]);
    expect((await uploadImage(service, store, first)).image).toEqual(image);
    expect((await uploadImage(service, newStore(), await picture('png'))).image).toBeDefined();
  });

  test('what is stored of an image that is a script, too, is the picture alone', async () => {
    const store = newStore();
    const file = Buffer.concat([await picture('gif'), Buffer.from('<script>alert(1)</script>')]);
    const { image } = await uploadImage(service, store, file);
    for (const size of [160, 640, 1600])
      expect((await stored(store, image!.id, size))!.includes('script')).toBe(false);
  });

  test('a file of exactly 20 MiB is accepted', async () => {
    const jpeg = await picture('jpeg', 100, 100, '#117864');
    const file = Buffer.concat([jpeg, Buffer.alloc(20 * MIB - jpeg.length)]);
    expect((await uploadImage(service, newStore(), file)).image?.width).toBe(100);
  });

  longTest('the largest images leave the event loop to other requests', async () => {
    const file = await sharp(await picture('jpeg', 8_000, 6_000))
      .jpeg()
      .toBuffer();
    const longest = await longestTurnOf(() =>
      Promise.all(
        [1, 2, 3].map((n) => uploadImage(service, newStore(), Buffer.concat([file, Buffer.alloc(n)]))),
      ),
    );
    expect(longest).toBeLessThan(MAX_TURN_MS);
  });
});

describe('stores', () => {
  test("a store cannot give its products another store's image as its own, nor one that does not exist", async () => {
    const [own, other] = [newStore(), newStore()];
    const { image } = await uploadImage(service, other, await picture('png', 50, 50, '#d35400'));
    const missing = `${IMAGES_URL}/${own}/${image!.id}/1600.webp`;
    const create = (url: string) =>
      service.client.createProduct(contextOf(own), newProduct('Mate', { images: [url] }));
    expect(await refusal(create(missing))).toEqual(['image_missing images[0]']);
    expect(await stored(own, image!.id, 160)).toBeUndefined();
    expect(await stored(other, image!.id, 160)).toBeDefined();
  });

  test.each(['../../etc', 'A'.repeat(32), `${'0'.repeat(30)}..`, ''])(
    'an image id that is none is not found: %j',
    async (imageId) => {
      const get = service.client.getImagePart(contextOf(newStore()), { imageId, size: 160, offset: 0 });
      expect(await refusal(get)).toEqual(['not_found']);
    },
  );
});

describe('unused images', () => {
  test('a process that is killed between two files of an image leaves nothing after an hour', async () => {
    const store = newStore();
    const child = fork(KILLED, [service.database.url, service.imagesFolder, store]);
    const [saved] = (await once(child, 'message')) as [string];
    expect(await filesOf(store)).toContain(saved.slice(store.length + 1));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await cleanAfter(HOUR_MS / 2);
    expect(await filesOf(store)).not.toEqual([]);
    await cleanAfter(2 * HOUR_MS);
    expect(await filesOf(store)).toEqual([]);
    expect(await service.prisma.forStore(store).image.count({})).toBe(0);
  });

  test('an image is deleted with its files a week after no product uses it, not while one does', async () => {
    const store = newStore();
    const ctx = contextOf(store);
    const { image } = await uploadImage(service, store, await picture('png', 60, 60, '#273746'));
    const { product } = await service.client.createProduct(ctx, newProduct('Mate', { images: [image!.url] }));
    const twin = await service.client.createProduct(ctx, newProduct('Bombilla', { images: [image!.url] }));
    await cleanAfter(30 * DAY_MS);
    await service.client.updateProduct(ctx, change(product!.id, { images: { values: [] } }));
    await cleanAfter(30 * DAY_MS);
    expect(await stored(store, image!.id, 640)).toBeDefined();

    await service.client.deleteProduct(ctx, { id: twin.product!.id, includeDrafts: true });
    await cleanAfter(6 * DAY_MS);
    expect(await stored(store, image!.id, 640)).toBeDefined();
    await cleanAfter(8 * DAY_MS);
    expect(await stored(store, image!.id, 640)).toBeUndefined();
    expect(existsSync(`${service.imagesFolder}/${store}`)).toBe(false);
    expect(await service.prisma.forStore(store).image.count({})).toBe(0);
  });

  test('an image that one process deletes is not taken by another within the hour', async () => {
    const store = newStore();
    const { image } = await uploadImage(service, store, await picture('png', 60, 60, '#512e5f'));
    const takenAfter = async (ms: number) => {
      const now = Date.now() + ms;
      const [incompleteBefore, unusedBefore] = [new Date(now - HOUR_MS), new Date(now - 7 * DAY_MS)];
      const times = { incompleteBefore, unusedBefore, now: new Date(now) };
      const taken = (await imageTakeUnused(service.deps.db, times)) ?? [];
      return taken.filter(({ storeId }) => storeId === store).map(({ id }) => id);
    };
    expect(await takenAfter(8 * DAY_MS)).toEqual([image!.id]);
    expect(await takenAfter(8 * DAY_MS + HOUR_MS / 2)).toEqual([]);
    expect(await takenAfter(8 * DAY_MS + 2 * HOUR_MS)).toEqual([image!.id]);
  });

  test('an upload that is given up leaves nothing after an hour', async () => {
    const store = newStore();
    const part = { uploadId: newId('upl'), number: 0, data: Buffer.from('x'), isLast: false };
    await service.client.addImagePart(contextOf(store), part);
    await cleanAfter(2 * HOUR_MS);
    expect(await service.prisma.forStore(store).imageUploadPart.count({})).toBe(0);
  });

  test('a purged store has no images left, in the database and in the storage', async () => {
    const [store, other] = [newStore(), newStore()];
    for (const one of [store, other])
      for (const color of ['#111111', '#222222'])
        await uploadImage(service, one, await picture('png', 20, 20, color));
    while (!(await service.client.purgeStore(contextOf(store), {})).done);
    expect(await service.prisma.forStore(store).image.count({})).toBe(0);
    expect(await filesOf(store)).toEqual([]);
    expect((await filesOf(other)).filter((name) => name.endsWith('.webp'))).toHaveLength(6);
  });
});

describe('alternative texts', () => {
  test('they belong to the image of a product, survive a new order, and go with the image', async () => {
    const store = newStore();
    const ctx = contextOf(store);
    const [front, back] = ['https://img.example.com/1.jpg', 'https://img.example.com/2.jpg'];
    const { product } = await service.client.createProduct(
      ctx,
      newProduct('Mate', { images: [front, back] }),
    );
    const update = async (fields: Parameters<typeof change>[1]) =>
      (await service.client.updateProduct(ctx, change(product!.id, fields))).product!.imageAlts?.byUrl;
    const byUrl = { [front]: ' De frente ', [back]: '', 'https://img.example.com/3.jpg': 'Otra' };
    expect(await update({ imageAlts: { byUrl } })).toEqual({ [front]: 'De frente' });
    expect(await update({ images: { values: [back, front] } })).toEqual({ [front]: 'De frente' });
    const { product: read } = await service.client.getProductForEditing(ctx, { id: product!.id });
    expect(read!.imageAlts?.byUrl).toEqual({ [front]: 'De frente' });
    expect(await refusal(update({ imageAlts: { byUrl: { [front]: 'x'.repeat(513) } } }))).toHaveLength(1);
    expect(await update({ images: { values: [back] } })).toBeUndefined();
  });
});
