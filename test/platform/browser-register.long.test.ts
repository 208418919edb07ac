// covers: gateway, services/orders, web
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { registerRoutes } from '@commerce/console-api/routes/registers.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { join, newPerson, type TestPerson } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;

/** Waits for a line of the sums. */
const row = (page: Page, name: string, amount: string) =>
  page
    .getByRole('table', { name: 'Sumas' })
    .getByRole('row', { name: `${name} ${amount}` })
    .waitFor();

describeInBrowser('cash register in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let clerk: TestPerson;
  let other: TestPerson;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
    clerk = await newPerson('Ana Caja');
    other = await newPerson('Beto Caja');
    for (const person of [clerk, other]) await join(person, store.id, 'sales');
  });
  afterAll(() => browser.close());

  const opened = async (person: TestPerson): Promise<Page> => {
    const page = await signedIn(await openPage(browser, gateway), gateway, person);
    await page.goto(`/stores/${store.id}`);
    await page.getByRole('link', { name: 'Caja', exact: true }).click();
    await page.getByRole('heading', { name: 'Caja', exact: true }).waitFor();
    return page;
  };

  /** Sells units of the product in cash at the first shop. */
  const sell = async (quantity: number): Promise<void> => {
    const client = await ConsoleClient.of(gateway, clerk);
    await client.call(posRoutes.sell, {
      params: { store: store.id },
      body: {
        shopId: store.shops[0],
        lines: [{ productId: store.product.id, quantity }],
        payments: [{ gateway: 'cash', amountCentavos: 100_000 * quantity }],
        discountCentavos: 0,
        expectedTotalCentavos: 100_000 * quantity,
      },
    });
  };

  test('a clerk opens the register, takes cash out, closes it with a count, and the difference is kept', async () => {
    const page = await opened(clerk);
    await page.getByLabel('Fondo inicial').fill('5.000');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Abrir', exact: true }).click();
    await page.getByRole('button', { name: 'Cerrar la caja' }).waitFor();
    await sell(3);
    await page.getByRole('button', { name: 'Retirar efectivo' }).click();
    const movement = page.getByRole('dialog', { name: 'Retirar efectivo' });
    await movement.getByLabel('Importe').fill('1.200,50');
    await movement.getByLabel('Motivo').fill('Pago al repartidor');
    await expectAccessible(page);
    await movement.getByRole('button', { name: 'Retirar', exact: true }).click();
    await page.getByRole('table', { name: 'Movimientos' }).getByText('Pago al repartidor').waitFor();
    await row(page, 'Ventas en efectivo', '$ 3.000,00');
    await row(page, 'Esperado', '$ 6.799,50');

    // Another tab of the browser has a sale that was not sent.
    const waiting = [
      { key: '1', body: {}, cart: { shopId: store.shops[0], lines: [] }, changeCentavos: 0, at: '' },
    ];
    const key = `pos waiting ${store.id} ${clerk.id}`;
    const tab = await page.context().newPage();
    await tab.goto('/');
    await tab.evaluate(([name, list]) => localStorage.setItem(name!, list!), [key, JSON.stringify(waiting)]);
    const unsent = page.getByRole('alert', { name: '1 venta sin enviar' });
    await unsent.getByRole('link', { name: 'Abrir el punto de venta' }).waitFor();
    await expectAccessible(page);
    await tab.evaluate((name) => localStorage.removeItem(name), key);
    await unsent.waitFor({ state: 'detached' });
    await tab.close();

    await page.getByRole('button', { name: 'Cerrar la caja' }).click();
    const count = page.getByRole('dialog', { name: 'Cerrar la caja' });
    await count.getByLabel('Efectivo contado').fill('6.700');
    await count.getByText('Faltan $ 99,50').waitFor();
    await expectAccessible(page);
    await count.getByRole('button', { name: 'Confirmar cierre' }).click();
    const closed = page.getByRole('dialog', { name: 'Detalle de la caja' });
    await closed.getByText('Faltan $ 99,50').waitFor();
    await closed.getByText(/Cerró Ana Caja/).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Abrir la caja' }).waitFor();
    // A sale without an open register changes no session.
    await sell(1);
    await page.reload();
    const sessions = page.getByRole('table', { name: 'Cierres y aperturas' });
    await sessions.getByRole('row', { name: /Ana Caja.*6\.799,50.*6\.700,00.*Faltan \$ 99,50/ }).waitFor();
    await page.close();
  });

  test('another clerk sees who opened the register and nothing else, and a manager closes it', async () => {
    const page = await opened(clerk);
    await page.getByLabel('Fondo inicial').fill('100');
    await page.getByRole('button', { name: 'Abrir', exact: true }).click();
    await page.getByRole('button', { name: 'Cerrar la caja' }).waitFor();
    await page.close();

    const second = await opened(other);
    await second.getByText(/La abrió Ana Caja/).waitFor();
    expect(await second.getByRole('button', { name: 'Cerrar la caja' }).count()).toBe(0);
    await second.getByText('Todavía no hay cajas').waitFor();
    await expectAccessible(second);
    await second.close();
    const session = (await store.client.call(registerRoutes.list, { params: { store: store.id } })).items[0]!;
    const client = await ConsoleClient.of(gateway, other);
    const params = { store: store.id, session: session.id };
    const refused = await client.send(registerRoutes.close, { params, body: { countedCentavos: 0 } });
    expect([refused.status, refused.body.details[0].reason]).toEqual([409, 'other_opener']);
    expect((await client.send(registerRoutes.get, { params })).status).toBe(404);

    const manager = await opened(store.owner);
    await manager.getByText(/Abrió Ana Caja/).waitFor();
    await manager.getByRole('button', { name: 'Cerrar la caja' }).click();
    const count = manager.getByRole('dialog', { name: 'Cerrar la caja' });
    await count.getByLabel('Efectivo contado').fill('100');
    await count.getByRole('button', { name: 'Confirmar cierre' }).click();
    await manager.getByRole('dialog', { name: 'Detalle de la caja' }).getByText('Sin diferencia').waitFor();
    await manager.close();
  });
});
