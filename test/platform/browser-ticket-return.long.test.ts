// covers: web, gateway, services/orders, services/inventory
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { registerRoutes } from '@commerce/console-api/routes/registers.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { actionsDuring, countActions, documentedActions } from '../support/actions.ts';
import { expectAccessible, openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { scanCode } from '../support/scan.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;

describeInBrowser('return by ticket in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;
  /** Number of the sale. */
  let ticket: string;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
    const body = { shopId: store.shops[0], floatCentavos: 500_000 };
    await store.client.call(registerRoutes.open, { params: { store: store.id }, body });
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    await countActions(page);
  });
  afterAll(() => browser.close());

  const register = async () => {
    const input = { params: { store: store.id }, query: { shop: store.shops[0] } };
    return (await store.client.call(registerRoutes.current, input)).register!.session!;
  };
  const onHand = async () => {
    const query = { shop: store.shops[0] };
    const { items } = await store.client.call(stockRoutes.list, { params: { store: store.id }, query });
    return items[0]!.onHand;
  };

  test('three units are sold in cash with change', async () => {
    await page.goto(`/stores/${store.id}/pos`);
    await page.getByLabel('Sucursal').selectOption(store.shops[0]);
    await settled(page);
    const tile = page.getByRole('list', { name: 'Productos' }).getByRole('button', { name: /^Yerba mate/ });
    const actions = await actionsDuring(page, async () => {
      for (let n = 0; n < 3; n++) await tile.click();
      await page.getByRole('heading', { name: '3 unidades' }).waitFor();
      await page.getByRole('button', { name: /^Cobrar/ }).click();
      await page.getByRole('button', { name: /^\$\s5\.000$/ }).click();
      await page.getByRole('status').filter({ hasText: 'Vuelto' }).getByText('2.000,00').waitFor();
      await page.getByRole('button', { name: 'Confirmar venta' }).click();
      const title = await page.getByRole('heading', { name: /Venta #\d+/ }).textContent();
      ticket = /\d+/.exec(title!)![0];
      // The receipt has the number as a barcode.
      await expect.poll(() => page.locator(`svg[aria-label="${ticket}"]`).count()).toBe(1);
      await page.getByRole('button', { name: 'Nueva venta' }).click();
    });
    expect(actions).toEqual(await documentedActions('Sell three units for cash, with change'));
    expect(await onHand()).toBe(7);
    expect(await register()).toMatchObject({ salesCentavos: 300_000, expectedCentavos: 800_000 });
  });

  test('one of them is returned by the ticket: it is in stock again, and the cash leaves the open register', async () => {
    const { clicks, keys } = await actionsDuring(page, async () => {
      await page.getByRole('link', { name: 'Devolución con ticket' }).click();
      await page.getByRole('heading', { name: 'Devolución con ticket' }).waitFor();
      await expectAccessible(page);
      await scanCode(page, ticket);
      await page.getByText(new RegExp(`Venta #${ticket}`)).waitFor();
      await page.getByLabel('Unidades devueltas de Yerba mate').click();
      await page.keyboard.type('1');
      await page.getByText('El efectivo sale de la caja abierta').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Devolver $ 1.000,00' }).click();
      const done = page.getByRole('dialog', { name: `Devolución de la venta #${ticket}` });
      await done.getByRole('status').getByText('Devolvé $ 1.000,00 · Efectivo').waitFor();
      await expectAccessible(page);
      expect(await onHand()).toBe(8);
      expect(await register()).toMatchObject({ refundsCentavos: 100_000, expectedCentavos: 700_000 });
      await page.emulateMedia({ media: 'print' });
      const slip = page.getByText(`Devolución de la venta N.º ${ticket}`);
      expect(await slip.isVisible()).toBe(true);
      await page.emulateMedia({ media: null });
      await done.getByRole('button', { name: 'Otra devolución' }).click();
    });
    // The scanner types the number and Enter.
    expect({ clicks, keys: keys - ticket.length - 1 }).toEqual(
      await documentedActions('Return one of them by its ticket'),
    );
    await page.getByText('Escaneá un ticket').waitFor();
  });

  test('what is left is returned without going back to the shelf, by another means', async () => {
    await page.getByLabel('Número de ticket').fill(`#${ticket}`);
    await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click();
    await page.getByRole('button', { name: 'Volvió todo' }).click();
    await page.getByRole('switch', { name: 'Yerba mate vuelve al stock' }).click({ force: true });
    await page.getByLabel('Se devuelve por').selectOption('bank_transfer');
    await page.getByLabel('Motivo').fill('Paquete abierto');
    await page.getByRole('button', { name: 'Devolver $ 2.000,00' }).click();
    await page.getByText('Devolvé $ 2.000,00 · Transferencia').waitFor();
    await page.getByRole('button', { name: 'Otra devolución' }).click();
    expect(await onHand()).toBe(8);
    expect(await register()).toMatchObject({ refundsCentavos: 100_000 });
    const { order } = await store.client.call(orderRoutes.get, {
      params: { store: store.id, order: ticket },
    });
    expect([order.status, order.payment.status]).toEqual(['returned', 'refunded']);
    await scanCode(page, ticket);
    await page.getByText('De esta venta no queda nada por devolver').waitFor();
  });

  test('an unknown ticket and one of another shop are refused with the reason', async () => {
    await page.getByLabel('Número de ticket').fill('999999');
    await page.keyboard.press('Enter');
    await page.getByText('Ninguna venta tiene el número 999999.').waitFor();
    const { order } = await store.client.call(orderRoutes.create, {
      params: { store: store.id },
      body: {
        source: 'phone',
        shopId: store.shops[0],
        lines: [{ name: 'Grabado', unitPriceCentavos: 100, quantity: 1 }],
        paymentGateway: 'cash',
        discountCentavos: 0,
      },
    });
    await scanCode(page, order.orderNumber);
    await page.getByText('Este pedido no se vendió en el mostrador').waitFor();
    await page.goto(`/stores/${store.id}/pos`);
    await page.getByLabel('Sucursal').selectOption(store.shops[1]);
    await page.goto(`/stores/${store.id}/pos/return?ticket=${ticket}`);
    await page.getByText('Este ticket es de Centro').waitFor();
    await expectAccessible(page);
  });
});
