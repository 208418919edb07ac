// covers: web, gateway, services/auth, services/catalog, services/pricing
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { expectAccessible, openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;

describeInBrowser('prices in a browser', () => {
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

  test('a price is edited in place, and the slower of two editors is notified and decides', async () => {
    await go('prices');
    await expectAccessible(page);
    const type = async (amount: string) => {
      const field = page.getByLabel('Precio: Yerba mate');
      await field.press('Control+a');
      await field.pressSequentially(amount);
      await field.press('Enter');
    };
    const cell = page.getByRole('button', { name: /^Precio de Yerba mate/ });
    await cell.click();
    await type('1200,50');
    await page.getByRole('button', { name: /^Precio de Yerba mate: \$\s?1\.200,50/ }).waitFor();
    await cell.click();
    const body = { priceCentavos: 130_000, variants: [] };
    await store.client.call(priceRoutes.edit, {
      params: { store: store.id, product: store.product.id },
      body,
    });
    await type('1400');
    await page.getByRole('alert').getByText('1.300,00').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Guardar igual' }).click();
    await page.getByRole('button', { name: /^Precio de Yerba mate: \$\s?1\.400,00/ }).waitFor();
  });

  test('the compare-at price of a product without variants is set and removed in place', async () => {
    await go('prices');
    const type = async (amount: string) => {
      await page.getByRole('button', { name: /^Precio anterior de Yerba mate/ }).click();
      const field = page.getByLabel('Precio anterior: Yerba mate');
      await field.press('Control+a');
      await field.press('Delete');
      await field.pressSequentially(amount);
      await field.press('Enter');
    };
    await type('1500');
    await page.getByRole('button', { name: /^Precio anterior de Yerba mate: \$\s?1\.500,00/ }).waitFor();
    await expectAccessible(page);
    await type('');
    await page.getByRole('button', { name: /^Precio anterior de Yerba mate: —/ }).waitFor();
  });

  test('the price explanation shows a new price list and promotion', async () => {
    await go('price-lists');
    await page.getByRole('button', { name: 'Agregar lista' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Lista').fill('Mayorista');
    await dialog.getByLabel('Calcular los precios').click();
    await dialog.getByLabel('Porcentaje').fill('-10');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('link', { name: 'Mayorista' }).waitFor();
    await expectAccessible(page);
    await go('promotions/new');
    await expectAccessible(page);
    await page.getByLabel('Nombre').fill('Semana del mate');
    await page.getByLabel('Descuento', { exact: false }).last().fill('20');
    await page.getByLabel('Productos', { exact: true }).first().fill('Yerba');
    await page.getByRole('option', { name: /Yerba mate/ }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('link', { name: 'Semana del mate' }).waitFor();
    await expectAccessible(page);
    await go('price-check');
    await page.getByLabel('Producto', { exact: true }).first().fill('Yerba');
    await page.getByRole('option', { name: /Yerba mate/ }).click();
    await page.getByLabel('Lista de precios', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Mayorista' }).click();
    await page.locator('section[aria-live]').getByText('Mayorista', { exact: true }).waitFor();
    await page.getByText('se aplica esta sola').waitFor();
    await expectAccessible(page);
  });

  test('a bulk price change is applied after a preview', async () => {
    await go('price-changes');
    await expectAccessible(page);
    await page.getByLabel('Cuánto').fill('10');
    await page.getByRole('button', { name: 'Ver cómo quedan' }).click();
    await page.getByRole('heading', { name: 'Cambia 1 producto' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cambiar 1 producto' }).click();
    await page.getByText('Listo: 1').waitFor();
    const list = await store.client.call(priceRoutes.list, { params: { store: store.id } });
    expect(list.items[0]!.priceCentavos).toBe(154_000);
  });
});
