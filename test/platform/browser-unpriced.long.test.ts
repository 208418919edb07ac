// covers: web, gateway, services/auth, services/catalog, services/pricing
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { expectAccessible, openPage, problemsOf, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';

const [gateway] = platform().gateways;

describeInBrowser('products without a price', () => {
  let browser: Browser;
  let store: TestStore;
  let client: ConsoleClient;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStore('enterprise', { name: 'Iluminación' });
    client = await ConsoleClient.of(gateway, store.owner);
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
  });
  afterAll(() => browser.close());

  async function openDraft(name: string): Promise<string> {
    const { id } = await client.call(productRoutes.create, {
      params: { store: store.id },
      body: { name },
    });
    await page.goto(`/stores/${store.id}/products/${id}`);
    await page.getByRole('heading', { name }).waitFor();
    return id;
  }
  async function publish(): Promise<void> {
    await page.getByRole('combobox', { name: 'Visibilidad' }).click();
    await page.getByRole('option', { name: 'Público' }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
  }
  const visibilityOf = async (product: string) => {
    const found = await client.call(productRoutes.get, { params: { store: store.id, product } });
    return [found.product.visibility, found.isDraft];
  };

  test('publishing a product without a price asks for confirmation, and canceling changes nothing', async () => {
    const id = await openDraft('Lámpara');
    await publish();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Todavía no tiene precio').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await visibilityOf(id)).toEqual(['INTERNAL', true]);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await dialog.getByRole('button', { name: 'Publicar sin precio' }).click();
    await page.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' });
    expect(await visibilityOf(id)).toEqual(['PUBLIC', false]);
    await page.goto(`/stores/${store.id}/products`);
    await page
      .getByRole('row', { name: /Lámpara/ })
      .getByText('Sin precio')
      .waitFor();
  });

  test('a draft with a price is published without a confirmation, and its cost is unknown until it is entered', async () => {
    const id = await openDraft('Velador');
    await page.goto(`/stores/${store.id}/prices`);
    const row = page.getByRole('row', { name: /Velador/ });
    await row.getByRole('button', { name: /Precio de Velador: .*Cambiar/ }).click();
    await page.getByLabel('Precio: Velador').fill('2500');
    await page.keyboard.press('Enter');
    await row.getByText('$ 2.500,00').waitFor();
    await row.getByRole('button', { name: 'Costo de Velador: —. Cambiar' }).waitFor();
    await page.goto(`/stores/${store.id}/products/${id}`);
    await publish();
    await page.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' });
    expect(await visibilityOf(id)).toEqual(['PUBLIC', false]);
    expect(problemsOf(page)).toEqual([]);
  });
});
