import type { Server } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addressRanges } from '@commerce/service-kit/outbound/public-address.ts';
import type { Address } from '@commerce/service-kit/outbound/resolve-hostname.ts';
import { testCa, type TestCa } from '@commerce/service-kit/testing/ca.ts';
import { imageIdOf } from '../src/domain/image.ts';
import { copyImagesJob } from '../src/jobs/copy-images.ts';
import { Downloader } from '../src/use-cases/images/download-image.ts';
import { answering, endless, redirects, sends, type Answer } from './support/image-answers.ts';
import { exportFile, importFile, preview, productsBySlug } from './support/import.ts';
import { IMAGES_URL } from './support/parts.ts';
import { picture } from './support/pictures.ts';
import { startWithAmounts } from './support/prices-stand-in.ts';
import { change, contextOf, newProduct, newStore, newVariant, type TestService } from './support/service.ts';

const MINUTE_MS = 60_000;

let service: TestService;
let ca: TestCa;
let server: Server;
let base: string;
/** Responses by path; other paths do not exist. */
const answers = new Map<string, Answer>();
const requests: string[] = [];
/** Addresses of `images.test`. */
let addresses: Address[];

beforeAll(async () => {
  ({ service } = await startWithAmounts());
  ca = await testCa();
  ({ server, base } = await answering(ca, answers, requests));
});
afterEach(() => {
  answers.clear();
  requests.length = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service.close();
});

/** Makes every copy that is due after some time. Only 127.0.0.1 counts as a public address. */
async function copyAfter(ms = 0, timeoutMs = 10_000): Promise<void> {
  addresses = [{ address: '127.0.0.1', family: 4 }];
  const downloader = new Downloader({
    policy: { allowHttp: false, allowed: addressRanges(['127.0.0.1/32']) },
    resolve: async () => addresses,
    extraCa: ca.ca,
    timeoutMs,
  });
  const clock = { now: () => Date.now() + ms };
  await copyImagesJob({ ...service.deps, clock, downloader }).run();
  await downloader.close();
}

async function withImages(store: string, ...paths: string[]): Promise<string> {
  const images = paths.map((path) => (path.startsWith('https:') ? path : `${base}${path}`));
  const { product } = await service.client.createProduct(contextOf(store), newProduct('Mate', { images }));
  return product!.id;
}

const imagesOf = async (store: string, id: string) =>
  (await service.client.getProductForEditing(contextOf(store), { id })).product!.images;

const copiesOf = async (store: string, productId?: string) => {
  const { pending, failed, copies } = await service.client.listImageCopies(contextOf(store), { productId });
  return { pending, failed, failures: copies.map(({ failure }) => failure) };
};

const urlOf = (store: string, file: Buffer): string => `${IMAGES_URL}/${store}/${imageIdOf(file)}/1600.webp`;

describe('copies of external images', () => {
  test('a product keeps the external URL until the copy is made, and then has the copy, published as a change', async () => {
    const store = newStore();
    const file = await picture('jpeg', 300, 200);
    answers.set('/mate.jpg', sends(file));
    const url = `${base}/mate.jpg`;
    const ctx = contextOf(store);
    const variants = [newVariant({ Talle: 'M' }, { images: [url] })];
    const { product } = await service.client.createProduct(
      ctx,
      newProduct('Mate', { images: [url], variants }),
    );
    const id = product!.id;
    expect(product!.images).toEqual([url]);
    await service.client.updateProduct(ctx, change(id, { imageAlts: { byUrl: { [url]: 'Un mate' } } }));
    expect(await copiesOf(store, id)).toEqual({ pending: 1, failed: 0, failures: [''] });
    await service.events();

    await copyAfter();
    const { product: after } = await service.client.getProductForEditing(ctx, { id });
    expect([after!.images, after!.variants[0]!.images]).toEqual([[urlOf(store, file)], [urlOf(store, file)]]);
    expect(after!.imageAlts?.byUrl).toEqual({ [urlOf(store, file)]: 'Un mate' });
    expect(after!.updatedAtMs).toBeGreaterThan(product!.updatedAtMs);
    const events = (await service.events()).filter(({ storeId }) => storeId === store);
    expect(events.map(({ type, subjectId }) => [type, subjectId])).toEqual([['product.updated', id]]);
    expect(await copiesOf(store)).toEqual({ pending: 0, failed: 0, failures: [] });
  });

  test('the same URL is fetched once per store, and later products have the copy at once', async () => {
    const [store, other] = [newStore(), newStore()];
    const file = await picture('png', 30, 30, '#0b5345');
    answers.set('/once.png', sends(file));
    const ids = [await withImages(store, '/once.png'), await withImages(store, '/once.png')];
    await copyAfter();
    for (const id of ids) expect(await imagesOf(store, id)).toEqual([urlOf(store, file)]);
    const later = await withImages(store, '/once.png');
    expect(await imagesOf(store, later)).toEqual([urlOf(store, file)]);
    await service.client.updateProduct(
      contextOf(store),
      change(later, { images: { values: [`${base}/once.png`] } }),
    );
    expect(await imagesOf(store, later)).toEqual([urlOf(store, file)]);
    expect(requests).toEqual(['/once.png']);
    const foreign = await withImages(other, '/once.png');
    expect(await imagesOf(other, foreign)).toEqual([`${base}/once.png`]);
  });

  test('a file that is imported again changes nothing, although its images have been copied', async () => {
    const store = newStore();
    const photo = await picture('png', 31, 31, '#512e5f');
    answers.set('/import.png', sends(photo));
    const file = `Handle,Title,Variant Price,Image Src,Image Alt Text\nmate,Mate,100,${base}/import.png,De calabaza\n`;
    await importFile(service, store, file);
    await copyAfter();
    const { images, imageAlts, updatedAtMs } = (await productsBySlug(service, store)).get('mate')!;
    expect(images).toEqual([urlOf(store, photo)]);
    expect(imageAlts?.byUrl).toEqual({ [urlOf(store, photo)]: 'De calabaza' });
    expect(await preview(service, store, file)).toMatchObject({ toKeep: 1, toUpdate: 0 });
    await importFile(service, store, file);
    expect((await productsBySlug(service, store)).get('mate')!.updatedAtMs).toBe(updatedAtMs);
    const exported = await exportFile(service, store);
    expect(exported).toContain('De calabaza');
    expect(await preview(service, store, exported)).toMatchObject({ toKeep: 1, toUpdate: 0 });
  });

  test('a copy that no product needs any more is not made', async () => {
    const store = newStore();
    answers.set('/gone.png', sends(await picture('png')));
    const id = await withImages(store, '/gone.png');
    await service.client.updateProduct(contextOf(store), change(id, { images: { values: [] } }));
    await copyAfter();
    expect(requests).toEqual([]);
  });

  test('a process that is killed after storing a copy leaves the products to the next one', async () => {
    const store = newStore();
    const file = await picture('png', 32, 32, '#424949');
    answers.set('/killed.png', sends(file));
    const id = await withImages(store, '/killed.png');
    const { stamp } = service.deps;
    service.deps.stamp = () => Promise.reject(new Error('killed'));
    await copyAfter().finally(() => (service.deps.stamp = stamp));
    expect(await imagesOf(store, id)).toEqual([`${base}/killed.png`]);
    await copyAfter(5 * MINUTE_MS);
    expect(await imagesOf(store, id)).toEqual([urlOf(store, file)]);
    expect(requests).toEqual(['/killed.png']);
  });
});

describe('failures', () => {
  test.each<[string, Answer, string]>([
    ['does not exist', (_req, res) => void res.writeHead(404).end(), 'not_found'],
    ['is forbidden', (_req, res) => void res.writeHead(403).end(), 'refused'],
    ['is a page', sends(Buffer.from('<html></html>')), 'image_type'],
    ['never ends', (_req, res) => endless(res), 'too_large'],
    ['redirects forever', redirects('/x'), 'too_many_redirects'],
    ['redirects to plain http', redirects('http://localhost/x'), 'address_refused'],
    ['redirects to a file', redirects('file:///etc/passwd'), 'address_refused'],
    ['redirects to a private address', redirects('https://10.0.0.1/x'), 'address_refused'],
    [
      'redirects to another address of this machine',
      redirects('https://127.0.0.2:8443/x'),
      'address_refused',
    ],
    ['redirects to the metadata service', redirects('https://169.254.169.254/latest'), 'address_refused'],
    ['redirects to a name of the internal network', redirects('https://[fd00::1]/x'), 'address_refused'],
  ])('an image that %s keeps its URL and is listed with the reason', async (_case, answer, failure) => {
    const store = newStore();
    answers.set('/x', answer);
    const id = await withImages(store, '/x');
    await copyAfter();
    expect((await copiesOf(store, id)).failures).toEqual([failure]);
    expect(await imagesOf(store, id)).toEqual([`${base}/x`]);
  });

  test('a name that resolves to a private address is refused at each hop, with no connection to it', async () => {
    const store = newStore();
    const file = await picture('png', 33, 33, '#6e2c00');
    answers.set('/second', sends(file));
    // The first hop resolves to the allowed address; by the second the name leads elsewhere.
    answers.set('/first', (_req, res) => {
      addresses = [{ address: '10.0.0.7', family: 4 }];
      res
        .writeHead(302, {
          location: `${base.replace('localhost', 'images.example.com')}/second`,
          connection: 'close',
        })
        .end();
    });
    const id = await withImages(store, '/first');
    await copyAfter();
    expect((await copiesOf(store, id)).failures).toEqual(['address_refused']);
    expect(requests).toEqual(['/first']);
  });

  test('a redirect to another allowed address is followed', async () => {
    const store = newStore();
    const file = await picture('png', 34, 34, '#154360');
    answers.set('/moved.png', redirects('/now-here.png'));
    answers.set('/now-here.png', sends(file));
    const id = await withImages(store, '/moved.png');
    await copyAfter();
    expect(await imagesOf(store, id)).toEqual([urlOf(store, file)]);
  });

  test('a server that fails for a while is asked again with growing pauses', async () => {
    const store = newStore();
    const file = await picture('png', 35, 35, '#7b7d7d');
    answers.set('/later.png', (_req, res) => void res.writeHead(503).end());
    const id = await withImages(store, '/later.png');
    await copyAfter();
    await copyAfter(MINUTE_MS / 2);
    expect(requests).toHaveLength(1);
    expect(await copiesOf(store, id)).toEqual({ pending: 1, failed: 0, failures: ['unreachable'] });
    await copyAfter(2 * MINUTE_MS);
    expect(requests).toHaveLength(2);
    answers.set('/later.png', sends(file));
    await copyAfter(3 * MINUTE_MS);
    expect(requests).toHaveLength(2);
    await copyAfter(20 * MINUTE_MS);
    expect(await imagesOf(store, id)).toEqual([urlOf(store, file)]);
  });

  test('an image whose attempts end with their processes is given up, one that the platform cannot store is not', async () => {
    const store = newStore();
    answers.set('/deadly.png', sends(await picture('png', 37, 37, '#0e6251')));
    const id = await withImages(store, '/deadly.png');
    const { imageFiles } = service.deps;
    service.deps.imageFiles = { ...imageFiles, save: () => Promise.reject(new Error('the storage is down')) };
    for (let n = 0; n < 8; n++) await copyAfter(n * 5 * MINUTE_MS);
    service.deps.imageFiles = imageFiles;
    expect(requests).toHaveLength(8);
    expect(await copiesOf(store, id)).toMatchObject({ pending: 1, failed: 0 });
    // As six processes leave it that are killed while they decode it.
    await service.database.db.pool.query(`update image_copy set attempts = 6 where store_id = '${store}'`);
    await copyAfter(60 * MINUTE_MS);
    expect(requests).toHaveLength(8);
    expect(await copiesOf(store, id)).toEqual({ pending: 0, failed: 1, failures: ['image_broken'] });
  });

  test('a failed copy is retried when the merchant asks, in that store only', async () => {
    const [store, other] = [newStore(), newStore()];
    const id = await withImages(store, '/fixed.png');
    await withImages(other, '/fixed.png');
    await copyAfter();
    expect((await copiesOf(store)).failed).toBe(1);
    const file = await picture('png', 36, 36, '#186a3b');
    answers.set('/fixed.png', sends(file));
    expect(await service.client.retryImageCopies(contextOf(store), { productId: id })).toEqual({
      retried: 1,
    });
    await copyAfter();
    expect(await imagesOf(store, id)).toEqual([urlOf(store, file)]);
    expect(await copiesOf(other)).toEqual({ pending: 0, failed: 1, failures: ['not_found'] });
  });
});

test('a store whose images come from a server that hangs does not delay those of another store', async () => {
  const [slow, quick] = [newStore(), newStore()];
  const { promise: isCopied, resolve: copied } = Promise.withResolvers<void>();
  // The slow server answers only after the images of the other store have been fetched.
  for (let n = 0; n < 12; n++)
    answers.set(`/slow-${n}`, (_req, res) => void isCopied.then(() => res.writeHead(404).end()));
  let fetched = 0;
  for (let n = 0; n < 6; n++)
    answers.set(`/quick-${n}`, (_req, res) => {
      res.writeHead(404).end();
      if (++fetched === 6) copied();
    });
  await withImages(slow, ...Array.from({ length: 12 }, (_, n) => `/slow-${n}`));
  await withImages(quick, ...Array.from({ length: 6 }, (_, n) => `/quick-${n}`));
  await copyAfter(0, 30_000);
  expect(fetched).toBe(6);
  expect((await copiesOf(slow)).failed).toBe(12);
});
