import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { scanCode } from '../support/scan.ts';
import type { StockedStore } from '../support/stocked-store.ts';
import { newTillStore } from '../support/till.ts';

const [gateway] = platform().gateways;
const CODE = '7791799590973';
const CUSTOMER = { email: 'ana@example.com', phone: '', dni: '', shippingAddresses: [], isContact: false };

describeInBrowser('a new order in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newTillStore(gateway, CODE);
    const { client, shops, product } = store;
    const params = { store: store.id };
    for (const body of [
      { ...CUSTOMER, name: 'Ana Cuenta' },
      { ...CUSTOMER, email: 'beto@example.com', phone: '341 555-0202', name: 'Beto Envío' },
      { ...CUSTOMER, email: 'caro@example.com', dni: '30111222', name: 'Caro Lenta' },
    ])
      await client.call(customerRoutes.create, { params, body });
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

  test('Enter and a scanner add products, custom items and buyers, and never create the order', async () => {
    const before = (await orders()).length;
    const search = page.getByLabel('Producto: nombre, SKU o código');
    const quantity = page.getByLabel('Cantidad de Yerba mate');
    await search.focus();
    await scanCode(page, CODE);
    await scanCode(page, CODE);
    await expect.poll(() => quantity.inputValue()).toBe('2');
    await expect.poll(() => search.inputValue()).toBe('');
    // No product has the whole code, but one has a part of it.
    await scanCode(page, CODE.slice(0, 12));
    await page
      .getByRole('alert')
      .getByText(`Ningún producto coincide con «${CODE.slice(0, 12)}».`)
      .waitFor();
    await search.fill('yer');
    await search.press('Enter');
    await expect.poll(() => quantity.inputValue()).toBe('3');
    await page.getByLabel('Descripción').fill('Grabado');
    await page.getByLabel('Descripción').press('Enter');
    await page.getByLabel('Precio', { exact: true }).fill('500');
    await page.getByLabel('Precio', { exact: true }).press('Enter');
    await page.getByLabel('Cantidad de Grabado').press('Enter');
    await page.getByLabel('Cliente (opcional)').fill('beto');
    await page.getByLabel('Cliente (opcional)').press('Enter');
    await page.getByText('Beto Envío').waitFor();
    await page.getByLabel('Descuento').press('Enter');
    await total('6.500,00');
    await page.waitForTimeout(500);
    expect(await orders()).toHaveLength(before);
    await create();
    await created();
    expect(await orders()).toHaveLength(before + 1);
  });

  test('a custom item that was typed but not added keeps the order from being created', async () => {
    await pick();
    await page.getByLabel('Descripción').fill('Grabado');
    await page.getByLabel('Precio', { exact: true }).fill('500');
    await create();
    const problem = page.getByRole('alert').getByText('Agregá este ítem al pedido');
    await problem.waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Agregar ítem libre' }).click();
    await problem.waitFor({ state: 'detached' });
    await total('2.500,00');
    await create();
    await created();
    expect((await orders())[0]!.totalCentavos).toBe(250_000);
  });

  test("a buyer's data is removed from the shipping with the buyer, and ignored when it arrives afterwards", async () => {
    const choose = async (name: string) => {
      await page.getByLabel('Cliente (opcional)').fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
    };
    const remove = () => page.getByRole('button', { name: 'Quitar', exact: true }).click();
    const field = (name: string) => page.getByLabel(name, { exact: false }).inputValue();
    await page.getByLabel('Se entrega en mano, sin envío').click();
    await choose('Beto');
    await expect.poll(() => field('Recibe')).toBe('Beto Envío');
    await expect.poll(() => field('Teléfono')).toBe('+543415550202');
    await page.getByLabel('Teléfono').fill('341 555-0909');
    await remove();
    await expect.poll(() => field('Recibe')).toBe('');
    expect(await field('Teléfono')).toBe('341 555-0909');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await page.route(
      /\/customers\/[^/?]+$/,
      async (route) => {
        await promise;
        await route.continue();
      },
      { times: 1 },
    );
    await choose('Caro');
    await remove();
    await choose('Ana');
    await expect.poll(() => field('Recibe')).toBe('Ana Cuenta');
    await remove();
    const late = page.waitForResponse(/\/customers\/[^/?]+$/);
    resolve(undefined);
    await late;
    await page.waitForTimeout(300);
    expect(await field('Recibe')).toBe('');
    expect(await field('Documento')).toBe('');
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
