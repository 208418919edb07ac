// covers: web, gateway, services/auth, services/catalog
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';

const { gateways } = platform();
const [gateway] = gateways;

describeInBrowser('images of a product in a browser', () => {
  let browser: Browser;
  let store: TestStore;
  let client: ConsoleClient;
  let page: Page;
  let folder: string;
  let product: string;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStore('enterprise', { name: 'Mates del sur' });
    client = await ConsoleClient.of(gateway, store.owner);
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    folder = await mkdtemp(path.join(tmpdir(), 'images-'));
    const params = { store: store.id };
    ({ id: product } = await client.call(productRoutes.create, { params, body: { name: 'Mate' } }));
    const read = await client.call(productRoutes.get, { params: { ...params, product } });
    const variants = ['Chico', 'Grande'].map((value) => ({ attributes: [{ name: 'Tamaño', value }] }));
    const body = { axes: ['Tamaño'], variants, version: read.product.updatedAt };
    await client.call(productRoutes.changeVariants, { params: { ...params, product }, body });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await browser.close();
  });

  const saved = async () =>
    (await client.call(productRoutes.get, { params: { store: store.id, product } })).product;

  /** A picture of one color, as a file. */
  async function pictureFile(name: string, color: string): Promise<string> {
    const blank = await browser.newPage({ viewport: { width: 900, height: 600 } });
    await blank.setContent(`<body style="background: radial-gradient(${color}, #fff)">`);
    const file = path.join(folder, name);
    await blank.screenshot({ path: file, type: name.endsWith('.png') ? 'png' : 'jpeg' });
    await blank.close();
    return file;
  }

  async function save(): Promise<void> {
    // The notification of an earlier save may still be shown.
    const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Guardar' }).click();
    expect((await answer).status()).toBe(200);
  }

  const cards = () => page.getByRole('region', { name: 'Imágenes' }).locator('ol > li');

  test('images are uploaded, described, ordered and given to variants, and a file that is none is named with the reason', async () => {
    await page.goto(`/stores/${store.id}/products/${product}`);
    const fake = path.join(folder, 'factura.png');
    await writeFile(fake, 'not an image');
    const files = [
      await pictureFile('frente.png', '#0b6e4f'),
      await pictureFile('dorso.jpg', '#c8553d'),
      fake,
    ];
    await page
      .getByLabel('Arrastrá imágenes acá o elegilas')
      .locator('input, :scope')
      .last()
      .setInputFiles(files);
    await page.getByRole('alert').filter({ hasText: 'factura.png: No es una imagen' }).waitFor();
    await expect.poll(() => cards().count()).toBe(2);
    await page.getByRole('button', { name: 'Mover la imagen 2 hacia adelante' }).click();
    await page.getByRole('button', { name: 'Texto y variantes de la imagen 1' }).click();
    await page.getByLabel('Texto alternativo').fill('El dorso del mate');
    await page.getByRole('combobox', { name: 'Variantes con esta imagen' }).click();
    await page.getByRole('option', { name: 'Grande' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await save();
    await expectAccessible(page);

    const { images, imageAlts, variants } = await saved();
    expect(images).toHaveLength(2);
    expect(imageAlts?.byUrl).toEqual({ [images[0]!]: 'El dorso del mate' });
    expect(variants.map((variant) => variant.images)).toEqual([[], [images[0]]]);
    await page.getByRole('img', { name: 'El dorso del mate' }).waitFor();
    // The browser has loaded it from the platform.
    const width = await cards()
      .first()
      .locator('img')
      .evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth);
    expect(width).toBe(640);
  });

  test('images are ordered by dragging, and removed', async () => {
    const before = (await saved()).images;
    await cards().nth(1).dragTo(cards().nth(0));
    await save();
    expect((await saved()).images).toEqual(before.toReversed());
    await page.getByRole('button', { name: 'Quitar la imagen 2' }).click();
    await save();
    const { images, imageAlts, variants } = await saved();
    expect([images, imageAlts, variants.map((variant) => variant.images)]).toEqual([
      [before[1]],
      undefined,
      [[], []],
    ]);
  });

  test('an image is served to anyone in its sizes, to be cached forever, and to no one in others', async () => {
    const [url] = (await saved()).images;
    const at = (file: string) => fetch(`${gateway}${new URL(url!).pathname.replace('1600.webp', file)}`);
    for (const size of [160, 640, 1600]) {
      const { status, headers } = await at(`${size}.webp`).then(async (answer) => {
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
        return answer;
      });
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'image/webp',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(headers.get('set-cookie')).toBeNull();
    }
    for (const file of ['161.webp', '1600.png', '..%2f640.webp', '640.webp/'])
      expect((await at(file)).status).toBe(404);
  });
});
