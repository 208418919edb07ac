// covers: web, gateway, services/auth, services/catalog, services/inventory
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { expectAccessible, openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;

describeInBrowser('stock in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
  });
  afterAll(() => browser.close());

  const go = async (path: string) => {
    await page.goto(`/stores/${store.id}/${path}`);
    await settled(page);
  };
  const stockAt = async (shop: string) => {
    const input = { params: { store: store.id }, query: { shop } };
    return (await store.client.call(stockRoutes.list, input)).items[0]!;
  };

  test('a stock adjustment is recorded with its reason, and a threshold marks the stock as low', async () => {
    await go('stock');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Abrir Yerba mate' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Salió').click();
    await drawer.getByLabel('Unidades').fill('4');
    await drawer.getByLabel('Motivo').fill('Rotura');
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Guardar ajuste' }).click();
    await drawer.getByText('Hay 6, de las que 0').waitFor();
    await drawer.getByRole('tab', { name: 'Movimientos' }).click();
    await drawer.getByText('Rotura').waitFor();
    await drawer.getByRole('tab', { name: 'Aviso' }).click();
    await drawer.getByLabel('Con una cantidad propia').click();
    await drawer.getByLabel('Con esta cantidad disponible').fill('6');
    await drawer.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('El aviso se guardó.').waitFor();
    await go('stock?filter=low');
    await page.getByText('Queda poco').waitFor();
    expect(await stockAt(store.shops[0])).toMatchObject({ onHand: 6, lowAt: 6, isLow: true });
  });

  test('stock is transferred to another shop, and a line that exceeds the stock is refused', async () => {
    await go('stock/transfer');
    await expectAccessible(page);
    await page.getByLabel('Va a', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Norte' }).click();
    const add = async (units: string) => {
      await page.getByLabel('Producto', { exact: true }).first().fill('Yerba');
      await page.getByRole('option', { name: /Yerba mate/ }).click();
      await page.getByLabel('Unidades').fill(units);
      await page.getByRole('button', { name: 'Agregar' }).click();
    };
    await add('60');
    await page.getByRole('button', { name: 'Transferir' }).click();
    await page.getByText('No hay tantas disponibles').waitFor();
    await page.getByRole('button', { name: 'Quitar Yerba mate' }).click();
    await add('2');
    await page.getByRole('button', { name: 'Transferir' }).click();
    await page.getByRole('heading', { name: 'Stock' }).waitFor();
    expect(await stockAt(store.shops[0])).toMatchObject({ onHand: 4 });
    expect(await stockAt(store.shops[1])).toMatchObject({ onHand: 2 });
    await go('stock/movements');
    await page.getByText('Transferencia').first().waitFor();
    await expectAccessible(page);
  });
});
