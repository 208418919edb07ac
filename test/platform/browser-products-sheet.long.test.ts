// covers: web, gateway, services/catalog, services/pricing, services/inventory
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import {
  expectAccessible,
  openPage,
  problemsOf,
  settled,
  signedIn,
  startChromium,
} from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';
import { platform } from '../support/platform.ts';

const [gateway] = platform().gateways;

/** Pastes a text into the focused field, as the clipboard of a spreadsheet does. */
const PASTE = `(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(event);
}`;

describeInBrowser('the product grid in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;
  const names = ['Alfajor', 'Bombilla', 'Cebadora'];
  const ids = new Map<string, string>();

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
    const params = { store: store.id };
    for (const name of names) {
      const created = await store.client.call(productRoutes.create, { params, body: { name } });
      ids.set(name, created.id);
      const product = { ...params, product: created.id };
      await store.client.call(priceRoutes.edit, {
        params: product,
        body: { priceCentavos: 10_000, variants: [] },
      });
      const { updatedAt: version } = (await store.client.call(productRoutes.get, { params: product }))
        .product;
      await store.client.call(productRoutes.update, { params: product, body: { publish: true, version } });
    }
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
  });
  afterAll(() => browser.close());

  const open = async (query: string) => {
    await page.goto(`/stores/${store.id}/products/sheet${query}`);
    await cell('Precio', 'Alfajor').waitFor();
    await settled(page);
  };
  const cell = (column: string, name: string) => page.getByLabel(`${column}: ${name}`, { exact: true });
  const paste = (text: string) => page.evaluate(`(${PASTE})(${JSON.stringify(text)})`);
  const save = () => page.getByRole('button', { name: 'Guardar', exact: true }).click();
  const read = async (name: string) => {
    const params = { store: store.id, product: ids.get(name)! };
    return (await store.client.call(productRoutes.get, { params })).product;
  };
  const prices = () => Promise.all(names.map(async (name) => (await read(name)).priceCentavos));

  test('a block of a spreadsheet is pasted with numbers as people write them, saved, and undone', async () => {
    await open('?sort=name');
    await expectAccessible(page);
    await cell('Precio', 'Alfajor').focus();
    await paste('1.500,00\t2.000\t900,50\t12\tPúblico\r\n$ 2.500\t\t\t3\toculto en listados\r\n11.800,5\r\n');
    await expect.poll(() => cell('Costo', 'Alfajor').inputValue()).toBe('900,50');
    await save();
    await page.getByText('Se guardaron 9 celdas.').waitFor();
    expect(await prices()).toEqual([150_000, 250_000, 1_180_050]);
    expect(await read('Alfajor')).toMatchObject({ costCentavos: 90_050, visibility: 'PUBLIC' });
    expect((await read('Bombilla')).visibility).toBe('UNLISTED');
    const query = { shops: store.shops[0], products: [...ids.values()].join(',') };
    const { items } = await store.client.call(stockRoutes.counts, { params: { store: store.id }, query });
    expect(items.map(({ onHand }) => onHand).toSorted((a, b) => a - b)).toEqual([0, 3, 12]);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText('Se restauraron 9 celdas.').waitFor();
    expect(await prices()).toEqual([10_000, 10_000, 10_000]);
    expect((await read('Alfajor')).visibility).toBe('INTERNAL');
  });

  test('the list shows the available units of all shops', async () => {
    const params = { store: store.id };
    const count = { productId: store.product.id, variantId: null, set: 5 };
    await store.client.call(stockRoutes.adjust, { params, body: { shopId: store.shops[1], ...count } });
    await page.goto(`/stores/${store.id}/products`);
    await page
      .getByRole('row', { name: 'Yerba mate' })
      .getByRole('cell', { name: '15', exact: true })
      .waitFor();
    await page
      .getByRole('row', { name: 'Bombilla' })
      .getByRole('cell', { name: /^(Agotado )?0$/ })
      .waitFor();
    await expectAccessible(page);
  });

  test('a cell that is not accepted names the reason, and nothing is saved', async () => {
    await open('?sort=name');
    await cell('Precio', 'Alfajor').fill('10%');
    await cell('Precio', 'Bombilla').fill('-5');
    await cell('Stock', 'Cebadora').fill('1,5');
    await page.getByText('No se entiende. Escribilo así').waitFor();
    await page.getByText('No puede ser negativo.').waitFor();
    await page.getByText('Tiene que ser un número entero').waitFor();
    await save();
    await page.getByText('3 celdas tienen valores que no son válidos').waitFor();
    await page.locator('[aria-invalid=true]:focus').waitFor();
    expect(await prices()).toEqual([10_000, 10_000, 10_000]);
    await cell('Precio', 'Alfajor').press('Escape');
    await expect.poll(() => cell('Precio', 'Alfajor').inputValue()).toBe('$ 100');
    await cell('Precio', 'Alfajor').press('Enter');
    await cell('Precio', 'Bombilla').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await page.getByText('No puede ser negativo.').waitFor({ state: 'detached' });
  });

  test('a cell that another person changed is shown with the new value and keeps the input', async () => {
    await open('');
    await cell('Precio', 'Alfajor').fill('700');
    await cell('Precio', 'Bombilla').fill('800');
    const params = { store: store.id, product: ids.get('Alfajor')! };
    await store.client.call(priceRoutes.edit, { params, body: { priceCentavos: 66_600, variants: [] } });
    await save();
    await page.getByText('1 celda no se guardó').waitFor();
    await page.getByText('ahora es $ 666').waitFor();
    await expect.poll(() => cell('Precio', 'Alfajor').inputValue()).toBe('700');
    expect(await prices()).toEqual([66_600, 80_000, 10_000]);
    await save();
    await page.getByText('Se guardó 1 celda.').waitFor();
    expect(await prices()).toEqual([70_000, 80_000, 10_000]);
  });

  test('what is typed during a save stays', async () => {
    await open('?sort=name');
    await cell('Precio', 'Alfajor').fill('710');
    await cell('Precio', 'Bombilla').fill('810');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/prices/*', async (route) => {
      await held;
      await route.continue();
    });
    await save();
    await cell('Precio', 'Alfajor').fill('720');
    await cell('Precio', 'Cebadora').fill('910');
    release();
    await page.getByText('Se guardaron 2 celdas.').waitFor();
    await page.unroute('**/prices/*');
    const typed = names.map((name) => cell('Precio', name).inputValue());
    expect(await Promise.all(typed)).toEqual(['720', '$ 810', '910']);
    expect(await prices()).toEqual([71_000, 81_000, 10_000]);
    await save();
    await page.getByText('Se guardaron 2 celdas.').waitFor();
    expect(await prices()).toEqual([72_000, 81_000, 91_000]);
  });

  test('a change of another person is not replaced by a save of prices and visibility', async () => {
    await open('?sort=name');
    await cell('Precio', 'Cebadora').fill('920');
    await cell('Visibilidad', 'Cebadora').selectOption('Oculto en listados');
    const params = { store: store.id, product: ids.get('Cebadora')! };
    const { updatedAt: version } = await read('Cebadora');
    await store.client.call(productRoutes.update, { params, body: { visibility: 'PUBLIC', version } });
    await save();
    await page.getByText('ahora es Público').waitFor();
    expect(await read('Cebadora')).toMatchObject({ priceCentavos: 92_000, visibility: 'PUBLIC' });
    await page.getByRole('button', { name: 'Descartar' }).click();
  });

  test('selected products are edited in the grid and exported as a file', async () => {
    await page.goto(`/stores/${store.id}/products`);
    await page.getByLabel('Elegir Alfajor').check();
    await page.getByLabel('Elegir Cebadora').check();
    const bar = page.getByRole('region', { name: 'Productos elegidos' });
    await bar.getByRole('button', { name: 'Exportar' }).click();
    await page.getByText('solo los 2 productos elegidos').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar CSV' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    const titles = csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1]);
    expect(new Set(titles)).toEqual(new Set(['Alfajor', 'Cebadora']));
    await bar.getByRole('link', { name: 'Editar en planilla' }).click();
    await cell('Precio', 'Cebadora').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    expect(problemsOf(page)).toEqual([]);
  });

  test('what is typed stays when more products are shown', async () => {
    const params = { store: store.id };
    for (let at = 0; at < 50; at++)
      await store.client.call(productRoutes.create, { params, body: { name: `Vaso ${at}` } });
    await open('?sort=name');
    await cell('Precio', 'Alfajor').fill('730');
    await cell('Stock', 'Alfajor').fill('8');
    await page.getByRole('button', { name: 'Mostrar más' }).click();
    await cell('Stock', 'Yerba mate').waitFor();
    await expect.poll(() => cell('Precio', 'Alfajor').inputValue()).toBe('730');
    await expect.poll(() => cell('Stock', 'Alfajor').inputValue()).toBe('8');
    await save();
    await page.getByText('Se guardaron 2 celdas.').waitFor();
    expect((await prices())[0]).toBe(73_000);
  });
});
