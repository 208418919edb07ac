import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import type { StockedStore } from '../support/stocked-store.ts';
import { newTillStore, tillOn, type Till } from '../support/till.ts';

const [gateway] = platform().gateways;
const CODE = '7791799590928';

describeInBrowser('point of sale in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;
  let till: Till;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newTillStore(gateway, CODE);
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    till = tillOn(page, CODE);
  });
  afterAll(() => browser.close());
  beforeEach(() => till.open(store));

  const search = () => page.getByRole('search').getByRole('textbox');
  const line = () => till.cart().getByRole('listitem');
  const quantity = () => page.getByLabel('Cantidad de Yerba mate');
  const discount = () => page.getByLabel('Descuento', { exact: true });
  const units = (count: number) => till.units(count);
  const total = (amount: string) => till.total(amount);
  const scan = (code = CODE) => till.scan(code);
  const tap = () =>
    page
      .getByRole('list', { name: 'Productos' })
      .getByRole('button', { name: /^Yerba mate/ })
      .click();

  longTest(
    'text in the search box does not swallow a scan, and a tap clears it and keeps the focus',
    async () => {
      await search().fill('yer');
      await tap();
      await units(1);
      await expect.poll(() => search().inputValue()).toBe('');
      await page.locator('form[role=search] input:focus').waitFor();
      await page.keyboard.type('yerb', { delay: 120 });
      // The pause when a hand moves from the keyboard to the scanner.
      await page.waitForTimeout(500);
      await scan();
      await units(2);
      await expect.poll(() => search().inputValue()).toBe('');
    },
  );

  longTest(
    'a scan is recognized while a quantity, a discount, a button or an empty box has the focus',
    async () => {
      await scan();
      await units(1);
      await quantity().click();
      await scan();
      await units(2);
      await expect.poll(() => quantity().inputValue()).toBe('2');
      await quantity().fill('');
      await page.waitForTimeout(500);
      await scan();
      await units(3);
      await discount().click();
      await scan();
      await units(4);
      await expect.poll(() => discount().inputValue()).toBe('');
      await page.getByRole('button', { name: 'Uno menos de Yerba mate' }).focus();
      await scan();
      await units(5);
      await total('5.000,00');
    },
  );

  longTest('a quantity above the maximum shows the maximum and is not sold', async () => {
    await scan();
    await units(1);
    await quantity().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('99999', { delay: 80 });
    await page.keyboard.press('F9');
    await line().getByRole('alert').getByText('Como máximo 9.999.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('a discount by amount or percentage shows the reduction and is applied to the sale', async () => {
    expect(await discount().count()).toBe(0);
    await scan();
    await units(1);
    await discount().click();
    await page.keyboard.type('10%', { delay: 80 });
    await total('900,00');
    await page.getByRole('status').filter({ hasText: 'Se descuentan' }).getByText('100,00').waitFor();
    await expectAccessible(page);
    await page.reload();
    await total('900,00');
    await page.keyboard.press('F9');
    await page.getByLabel('Recibido').click();
    await page.keyboard.type('1.000', { delay: 80 });
    await page.getByRole('status').filter({ hasText: 'Vuelto' }).getByText('100,00').waitFor();
    // A scan adds nothing while the sale is being paid.
    await page.waitForTimeout(500);
    await scan();
    await page.getByText('El escaneo no se agregó').waitFor();
    await expect.poll(() => page.getByLabel('Recibido').inputValue()).toBe('1.000');
    await page.getByRole('button', { name: 'Confirmar venta' }).click();
    await page.getByRole('heading', { name: /Venta #\d+/ }).waitFor();
    const list = await store.client.call(orderRoutes.list, { params: { store: store.id } });
    expect(list.items[0]!.totalCentavos).toBe(90_000);
    // A scan starts the next sale.
    await scan();
    await units(1);
    await expect.poll(() => search().inputValue()).toBe('');
    await expect.poll(() => discount().inputValue()).toBe('');
  });

  longTest('a discount cannot exceed the sale and is removed when the sale is empty', async () => {
    await scan();
    await units(1);
    await discount().click();
    await page.keyboard.type('1.000,01', { delay: 80 });
    await page.keyboard.press('F9');
    await page
      .getByRole('alert')
      .getByText(/Como máximo \$\s1\.000\./)
      .waitFor();
    await discount().fill('500');
    await total('500,00');
    await page.getByRole('button', { name: 'Quitar Yerba mate' }).click();
    await page.getByText('La venta está vacía').waitFor();
    expect(await discount().count()).toBe(0);
    await scan();
    await total('1.000,00');
  });

  longTest('products without a price or of other shops are refused with the reason', async () => {
    const params = { store: store.id };
    const publish = async (name: string, sku: string, shopIds: string[]) => {
      const { id } = await store.client.call(productRoutes.create, { params, body: { name } });
      const product = { params: { ...params, product: id } };
      const { updatedAt: version } = (await store.client.call(productRoutes.get, product)).product;
      await store.client.call(productRoutes.update, {
        ...product,
        body: { sku, shopIds, publish: true, isActive: true, version },
      });
      return product;
    };
    await publish('Bombilla', 'BOM-1', []);
    const elsewhere = await publish('Termo', 'TER-1', [store.shops[1]]);
    await store.client.call(priceRoutes.edit, { ...elsewhere, body: { priceCentavos: 5_000, variants: [] } });
    await scan('BOM-1');
    await page.getByText('Bombilla todavía no tiene precio.').waitFor();
    await scan('TER-1');
    await page.getByText('Termo no se vende en esta sucursal.').waitFor();
    await page.getByText('La venta está vacía').waitFor();
  });
});
