import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import {
  expectAccessible,
  isTooWide,
  openPage,
  settled,
  signedIn,
  startChromium,
} from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import type { StockedStore } from '../support/stocked-store.ts';
import { newTillStore, tillOn, type Till } from '../support/till.ts';

const [gateway] = platform().gateways;
/** Minimum size of a target for a finger, in pixels. */
const MIN_TARGET = 44;

/** HTML of the visible targets that are too small for a finger. @param within selector of their container */
const smallTargets = (page: Page, within = 'body'): Promise<string[]> =>
  page
    .locator(within)
    .locator('button:visible, a:visible, select:visible, input:visible')
    .evaluateAll(
      (targets, min) =>
        targets
          .map((target) => ({ box: target.getBoundingClientRect(), html: target.outerHTML.slice(0, 120) }))
          .filter(({ box }) => box.height < min - 0.5 || box.width < min - 0.5)
          .map(({ html }) => html),
      MIN_TARGET,
    );

/** Waits until the tiles are those of the products. @param names sorted */
const showsTiles = (page: Page, names: string[]): Promise<void> =>
  expect
    .poll(async () => {
      const stars = page.getByRole('list', { name: 'Productos' }).getByRole('button', { name: /^Favorito:/ });
      const labels = await stars.evaluateAll((all) => all.map((star) => star.getAttribute('aria-label')!));
      return labels.map((label) => label.replace('Favorito: ', '')).toSorted((a, b) => a.localeCompare(b));
    })
    .toEqual(names);

describeInBrowser('tiles of the point of sale', () => {
  let browser: Browser;
  let store: StockedStore;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newTillStore(gateway, '7791799590942');
    const params = { store: store.id };
    const category = await store.client.call(productRoutes.createCategory, {
      params,
      body: { name: 'Mates', isActive: true, image: '', parentId: null },
    });
    const add = async (name: string, fields: { categoryIds?: string[]; shopIds?: string[] }) => {
      const { id } = await store.client.call(productRoutes.create, { params, body: { name } });
      const product = { params: { ...params, product: id } };
      const { updatedAt: version } = (await store.client.call(productRoutes.get, product)).product;
      const body = { ...fields, publish: true, isActive: true, version };
      await store.client.call(productRoutes.update, { ...product, body });
      await store.client.call(priceRoutes.edit, {
        ...product,
        body: { priceCentavos: 5_000, variants: [] },
      });
    };
    await add('Mate de calabaza', { categoryIds: [category.id] });
    await add('Mate del Norte', { categoryIds: [category.id], shopIds: [store.shops[1]] });
  });
  afterAll(() => browser.close());

  const opened = async (width: number, height: number): Promise<[Page, Till]> => {
    const view = { width, height };
    const page = await signedIn(await openPage(browser, gateway, view), gateway, store.owner);
    const till = tillOn(page, '7791799590942');
    await till.open(store);
    return [page, till];
  };
  test('the tiles show what the shop sells, by category, and favorites of the shop, which survive a reload', async () => {
    const [page, till] = await opened(1280, 800);
    const shelf = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await showsTiles(page, ['Mate de calabaza', 'Yerba mate']);
    await shelf('Mates');
    await showsTiles(page, ['Mate de calabaza']);
    await shelf('Favoritos');
    await page.getByText('Todavía no hay favoritos').waitFor();
    await shelf('Todos');
    await page.getByRole('button', { name: 'Favorito: Yerba mate' }).click();
    await page.reload();
    await showsTiles(page, ['Yerba mate']);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Yerba mate/ }).click();
    await till.units(1);
    // A search covers all products of the shop, whatever the shelf.
    await page.getByRole('search').getByRole('textbox').fill('mate');
    await page.getByRole('button', { name: /^Mate de calabaza/ }).waitFor();
    await showsTiles(page, ['Mate de calabaza', 'Yerba mate']);
    await page.getByRole('search').getByRole('textbox').fill('');
    await page.getByLabel('Sucursal').selectOption(store.shops[1]);
    await page.getByRole('button', { name: /^Mate del Norte/ }).waitFor();
    await showsTiles(page, ['Mate de calabaza', 'Mate del Norte', 'Yerba mate']);
    await page.context().close();
  });

  test('favorites that are no longer sold make space for others', async () => {
    const [page] = await opened(1280, 800);
    const key = `pos favorites ${store.id} ${store.shops[0]}`;
    const gone = Array.from({ length: 24 }, (_, n) => `prd_gone${n}`);
    await page.evaluate(([name, ids]) => localStorage.setItem(name!, ids!), [key, JSON.stringify(gone)]);
    const read = page.waitForResponse(/\/pos\/products\?.*prd_gone/);
    await page.reload();
    await read;
    await page.getByRole('button', { name: 'Todos', exact: true }).click();
    const star = page.getByRole('button', { name: 'Favorito: Yerba mate' });
    await star.click();
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
    const kept = await page.evaluate((name) => localStorage.getItem(name), key);
    expect(kept).toBe(JSON.stringify([store.product.id]));
    await page.context().close();
  });

  test.each([
    [360, 740],
    [820, 1180],
  ])(
    'at %i px every target fits a finger, nothing overflows, and cart and payment are in reach',
    async (width, height) => {
      const [page, till] = await opened(width, height);
      await till.scan();
      await till.units(1);
      await settled(page);
      expect(await smallTargets(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      const show = page.getByRole('button', { name: 'Ver la venta: 1 unidad' });
      expect(await show.isVisible()).toBe(width === 360);
      if (width === 360) await show.click();
      for (const target of [
        page.getByLabel('Cantidad de Yerba mate'),
        page.getByRole('button', { name: /Cobrar/ }),
      ]) {
        const { y } = (await target.boundingBox())!;
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThan(height);
      }
      await page.getByRole('button', { name: /Cobrar/ }).click();
      await page.getByRole('button', { name: 'Confirmar venta' }).waitFor();
      expect(await smallTargets(page, '[role=dialog]')).toEqual([]);
      const { y, height: tall } = (await page
        .getByRole('button', { name: 'Confirmar venta' })
        .boundingBox())!;
      expect(y + tall).toBeLessThanOrEqual(height);
      await page.context().close();
    },
  );
});
