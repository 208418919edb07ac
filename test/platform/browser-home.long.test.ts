// covers: web, gateway, services/auth, services/catalog, services/customers, services/inventory, services/orders
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { expectAccessible, openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;

describeInBrowser('home page, search and saved views in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
    await fill(store);
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
  });
  afterAll(() => browser.close());

  const search = () => page.getByRole('combobox', { name: 'Buscar productos, pedidos y clientes' });
  const openSearch = async (key: string) => {
    await page.keyboard.press(key);
    await search().and(page.locator(':focus')).waitFor();
  };

  test('one box finds products, orders and customers, by keyboard alone', async () => {
    await page.goto(`/stores/${store.id}`);
    await settled(page);
    await openSearch('Control+K');
    await page.keyboard.type('yerba');
    await page.getByRole('option', { name: /^Yerba mate/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Yerba mate' }).waitFor();

    await openSearch('/');
    await page.keyboard.type('etcheverry');
    // Results for a part of the text may be shown first; only those of the whole text keep what is selected.
    await expect.poll(() => page.getByRole('dialog').getByRole('status').textContent()).not.toBe('');
    await page.getByRole('group', { name: 'Pedidos' }).getByRole('option').first().waitFor();
    await page.getByRole('group', { name: 'Clientes' }).getByRole('option').first().waitFor();
    // Past the two orders.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'María Etcheverry' }).waitFor();

    await openSearch('Control+K');
    await page.keyboard.type('zzzz');
    await page.getByText('No encontramos nada con “zzzz”.').waitFor();
    await page.keyboard.press('Escape');
    await search().waitFor({ state: 'detached' });
  });

  test('Enter before the results are there opens the first of them', async () => {
    await page.goto(`/stores/${store.id}`);
    await settled(page);
    await openSearch('Control+K');
    await page.keyboard.type('yerba');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Yerba mate' }).waitFor();
  });

  test('every number of the home page leads to its list with the matching filter', async () => {
    await page.goto(`/stores/${store.id}`);
    const work = page.getByRole('region', { name: 'Para hacer hoy' });
    await work.getByRole('link', { name: '2 pedidos: pendiente' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pedidos' }).waitFor();
    expect(await rowsOf(page)).toBe(2);

    await page.goto(`/stores/${store.id}`);
    await work.getByRole('link', { name: '2 pagos por cobrar' }).click();
    await page.waitForURL(/payment=pending/);
    expect(await rowsOf(page)).toBe(2);

    await page.goto(`/stores/${store.id}`);
    await work.getByRole('link', { name: '1 producto para reponer en Centro' }).click();
    await page.waitForURL(/filter=low/);
    expect(await rowsOf(page)).toBe(1);

    await page.goto(`/stores/${store.id}`);
    await page
      .getByRole('region', { name: 'Pedidos por estado' })
      .getByRole('link', { name: /Pendiente/ })
      .click();
    await page.waitForURL(/status=pending/);
    expect(await rowsOf(page)).toBe(2);

    await page.goto(`/stores/${store.id}?shop=${store.shops[1]}`);
    await page.getByText('Estás al día').waitFor();
    await page.goto(`/stores/${store.id}`);
    await page.getByRole('region', { name: 'Margen' }).getByText('Con costo desconocido').waitFor();
    await expectAccessible(page);
  });

  test('a view and the columns of a list are kept for the person on every device', async () => {
    await page.goto(`/stores/${store.id}/orders?payment=pending`);
    await page.getByRole('button', { name: 'Guardar vista' }).click();
    await page.getByLabel('Nombre de la vista').fill('Por cobrar');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByRole('link', { name: 'Por cobrar' }).waitFor();
    await page.getByRole('button', { name: 'Vista', exact: true }).click();
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok()),
      page.getByRole('checkbox', { name: 'Canal' }).click(),
    ]);
    await expectAccessible(page);

    const other = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    await other.goto(`/stores/${store.id}/orders`);
    await other.getByRole('columnheader', { name: 'Fecha' }).waitFor();
    await other.getByRole('link', { name: 'Por cobrar' }).click();
    await other.waitForURL(/payment=pending/);
    expect(await other.getByRole('columnheader', { name: 'Canal' }).count()).toBe(0);
    await other.getByRole('button', { name: 'Eliminar la vista Por cobrar' }).click();
    await other.getByRole('link', { name: 'Por cobrar' }).waitFor({ state: 'detached' });
    await other.context().close();
  });

  test('a record that does not exist offers its list', async () => {
    await page.goto(`/stores/${store.id}/orders/99999`);
    await page.getByRole('link', { name: 'Ver Pedidos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pedidos' }).waitFor();
  });
});

/** Number of rows of the page's list. */
async function rowsOf(page: Page): Promise<number> {
  await page.locator('[data-list] tbody tr').first().waitFor();
  await settled(page);
  return page.locator('[data-list] tbody tr').count();
}

/** A customer with two unpaid orders, and little stock left. */
async function fill({ client, id, shops, product }: StockedStore): Promise<void> {
  const params = { store: id };
  const fields = { phone: '', dni: '', shippingAddresses: [], isContact: false };
  const customer = await client.call(customerRoutes.create, {
    params,
    body: { ...fields, name: 'María Etcheverry', email: 'maria@example.com' },
  });
  await client.call(stockRoutes.setSettings, { params, body: { lowAt: 9 } });
  for (const quantity of [1, 2])
    await client.call(orderRoutes.create, {
      params,
      body: {
        source: 'phone',
        shopId: shops[0],
        customerId: customer.id,
        lines: [
          { productId: product.id, quantity },
          { name: 'Grabado', unitPriceCentavos: 50_000, quantity: 1 },
        ],
        paymentGateway: 'bank_transfer',
        discountCentavos: 0,
      },
    });
}
