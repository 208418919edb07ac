import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { expectAccessible, openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import type { StockedStore } from '../support/stocked-store.ts';
import { newTillStore, tillOn, type Till } from '../support/till.ts';

const [gateway] = platform().gateways;
const CODE = '7791799590935';

describeInBrowser('point of sale without the network', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;
  let till: Till;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newTillStore(gateway, CODE);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    till = tillOn(page, CODE);
    await till.open(store);
    return () => page.context().close();
  });

  const sales = async () =>
    (await store.client.call(orderRoutes.list, { params: { store: store.id }, query: { source: 'pos' } }))
      .items;
  const setStock = (units: number) =>
    store.client.call(stockRoutes.adjust, {
      params: { store: store.id },
      body: { shopId: store.shops[0], productId: store.product.id, variantId: null, set: units },
    });
  const add = async (count: number) => {
    await till.scan();
    await till.units(count);
  };
  const pay = async (received = '') => {
    await page.keyboard.press('F9');
    await page.getByLabel('Recibido').fill(received);
    await till.confirm();
  };
  const waits = () => page.getByRole('heading', { name: 'La venta espera la conexión' }).waitFor();
  const next = () => page.getByRole('button', { name: 'Nueva venta' }).click();
  const unsent = (count: number) =>
    page.getByRole('button', { name: `${count} ${count === 1 ? 'venta' : 'ventas'} sin enviar` });

  test('sales made without the network show their change, wait, and are made once each when it is back', async () => {
    const before = (await sales()).length;
    await add(1);
    await page.context().setOffline(true);
    await pay('1.500');
    await waits();
    await page.getByRole('dialog').getByText('500,00').waitFor();
    await next();
    await add(1);
    await add(2);
    await pay();
    await waits();
    await next();
    await unsent(2).click();
    await page.getByRole('dialog', { name: 'Ventas sin enviar' }).getByText('2 unidades').waitFor();
    await page.keyboard.press('Escape');
    expect(await sales()).toHaveLength(before);
    await page.context().setOffline(false);
    await unsent(2).waitFor({ state: 'detached' });
    await unsent(1).waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    expect(await unsent(1).count()).toBe(0);
    const made = await sales();
    expect(made.slice(0, made.length - before).map(({ totalCentavos }) => totalCentavos)).toEqual([
      200_000, 100_000,
    ]);
  });

  test('a sale that reached the platform before the network was lost is made once, across a reload', async () => {
    const before = (await sales()).length;
    const answers: number[] = [];
    await page.route('**/pos/sales', async (route) => {
      answers.push((await route.fetch()).status());
      await route.abort();
    });
    await add(1);
    await pay();
    await waits();
    await expectAccessible(page);
    await page.reload();
    await unsent(1).waitFor();
    // A retry reaches the platform and loses its response again.
    await expect.poll(() => answers.length).toBeGreaterThan(1);
    await page.unrouteAll({ behavior: 'wait' });
    await unsent(1).waitFor({ state: 'detached' });
    expect(answers.every((status) => status === 200)).toBe(true);
    expect(await sales()).toHaveLength(before + 1);
  });

  test('the cart of a sale that is being sent is not sold again after a reload, or after the page was left', async () => {
    const before = (await sales()).length;
    const sent: string[] = [];
    // A request that reaches the platform, and whose response does not arrive.
    await page.route('**/pos/sales', async (route) => {
      sent.push(route.request().headers()['idempotency-key']!);
      await route.fetch();
    });
    await add(1);
    await pay();
    await expect.poll(() => sent.length).toBe(1);
    await page.reload();
    await till.units(0);
    await unsent(1).waitFor();
    await page.unroute('**/pos/sales');
    await page.reload();
    await unsent(1).waitFor({ state: 'detached' });
    await till.units(0);
    expect(await sales()).toHaveLength(before + 1);

    // The response arrives after the page was left.
    const leaving = Promise.withResolvers<undefined>();
    await page.route('**/pos/sales', async (route) => {
      await leaving.promise;
      await route.continue();
    });
    await add(1);
    await pay();
    // The payment dialog covers the link.
    await page.getByLabel('Volver a la tienda').dispatchEvent('click');
    await page.waitForURL(`**/stores/${store.id}`);
    leaving.resolve(undefined);
    await expect.poll(async () => (await sales()).length).toBe(before + 2);
    await page.goBack();
    await till.units(0);
    await unsent(1).waitFor({ state: 'detached' });
  });

  test('a sale that is refused when it is sent later shows why and what to do, and is opened again', async () => {
    const before = (await sales()).length;
    await setStock(10);
    await add(1);
    await add(2);
    await page.context().setOffline(true);
    await pay();
    await waits();
    await next();
    await setStock(1);
    await page.context().setOffline(false);
    await unsent(1).click();
    const list = page.getByRole('dialog', { name: 'Ventas sin enviar' });
    await list.getByRole('alert').waitFor();
    await list.getByText('descartala y devolvé el dinero').waitFor();
    await expectAccessible(page);
    await list.getByRole('button', { name: 'Abrir de nuevo' }).click();
    await till.units(2);
    expect(await unsent(1).count()).toBe(0);
    await page.getByRole('button', { name: 'Uno menos de Yerba mate' }).click();
    await pay();
    await till.sold();
    expect(await sales()).toHaveLength(before + 1);
  });
});
