import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;
const CUSTOMER = { email: 'ana@example.com', phone: '', dni: '', shippingAddresses: [], isContact: false };

describeInBrowser('a new order in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
    const { client, shops, product } = store;
    const params = { store: store.id };
    await client.call(customerRoutes.create, { params, body: { ...CUSTOMER, name: 'Ana Cuenta' } });
    const rule = { percentBp: -1_000, overListId: null, roundingCentavos: 1 } as const;
    const { id } = await client.call(priceRoutes.createList, { params, body: { name: 'Norte', rule } });
    const body = { priceListId: id };
    await client.call(priceRoutes.setShopList, { params: { ...params, shop: shops[1] }, body });
    const stock = { shopId: shops[1], productId: product.id, variantId: null, set: 10 };
    await client.call(stockRoutes.adjust, { params, body: stock });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    await page.goto(`/stores/${store.id}/orders/new`);
    await page.getByLabel('Sucursal', { exact: true }).selectOption(store.shops[0]);
    return () => page.context().close();
  });

  const pick = async () => {
    await page.getByLabel('Producto: nombre, SKU o código').fill('Yerba');
    await page.getByRole('option', { name: /Yerba mate/ }).click();
  };
  const addCustomItem = async (name: string, price: string) => {
    await page.getByLabel('Descripción').fill(name);
    await page.getByLabel('Precio', { exact: true }).fill(price);
    await page.getByRole('button', { name: 'Agregar ítem libre' }).click();
  };
  const total = (amount: string) =>
    page.getByText(new RegExp(String.raw`^Total: \$\s${amount.replaceAll('.', String.raw`\.`)}$`)).waitFor();
  const create = () => page.getByRole('button', { name: 'Crear pedido' }).click();
  const created = () => page.getByRole('heading', { name: /^Pedido #\d+/ }).waitFor();
  /** Orders of the store, newest first. */
  const orders = async () =>
    (await store.client.call(orderRoutes.list, { params: { store: store.id } })).items;

  test('lines entered while a product is looked up are kept, and so is a second product', async () => {
    const found = Promise.withResolvers<undefined>();
    await page.route('**/pos/products/*', async (route) => {
      await found.promise;
      await route.continue();
    });
    await pick();
    await pick();
    await addCustomItem('Grabado', '500');
    await total('500,00');
    await addCustomItem('Envoltorio', '100');
    await page.getByLabel('Cantidad de Grabado').fill('2');
    await page.getByRole('button', { name: 'Quitar Envoltorio' }).click();
    found.resolve(undefined);
    await total('3.000,00');
    await expect.poll(() => page.getByLabel('Cantidad de Yerba mate').inputValue()).toBe('2');
    await create();
    await created();
    expect((await orders())[0]!.totalCentavos).toBe(300_000);
  });

  test('a line that lacks stock says so until the lines change', async () => {
    await addCustomItem('Grabado', '500');
    await pick();
    await page.getByLabel('Cantidad de Yerba mate').fill('11');
    await create();
    const row = page.getByRole('row', { name: /Yerba mate/ });
    await row.getByRole('alert').getByText('No hay stock suficiente.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Quitar Grabado' }).click();
    await row.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('the prices follow the shop, and a total that has changed is reported before the order is made', async () => {
    await pick();
    await total('1.000,00');
    await page.getByLabel('Sucursal', { exact: true }).selectOption(store.shops[1]);
    await total('900,00');
    const before = await orders();
    await store.client.call(priceRoutes.edit, {
      params: { store: store.id, product: store.product.id },
      body: { priceCentavos: 200_000, variants: [] },
    });
    await create();
    await page.getByRole('alert').getByText('El total cambió: revisalo antes de cobrar.').waitFor();
    await total('1.800,00');
    expect(await page.getByText('expectedTotalCentavos').count()).toBe(0);
    await expectAccessible(page);
    expect(await orders()).toHaveLength(before.length);
    await create();
    await created();
    expect((await orders())[0]!.totalCentavos).toBe(180_000);
  });

  test('without its buyer, an order is not on their account', async () => {
    await addCustomItem('Grabado', '500');
    await page.getByLabel('Cliente (opcional)').fill('Ana');
    await page.getByRole('option', { name: /Ana Cuenta/ }).click();
    const means = page.getByLabel('Medio de pago');
    await means.selectOption('credit_account');
    await page.getByRole('button', { name: 'Quitar', exact: true }).click();
    await expect.poll(() => means.inputValue()).toBe('bank_transfer');
    await create();
    await created();
    const order = (await orders())[0]!.id;
    const answer = await store.client.call(orderRoutes.get, { params: { store: store.id, order } });
    expect(answer.order.payment.gateway).toBe('bank_transfer');
  });
});
