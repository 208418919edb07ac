// covers: web, gateway, services/auth, services/catalog, services/pricing, services/customers, services/inventory
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser, Page, Route } from 'playwright-core';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { listRoutes } from '@commerce/console-api/routes/lists.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { expectAccessible, openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;

const QUESTION = 'Tenés cambios sin guardar';
const REFUSED = 'Tu rol en esta tienda no lo permite.';
const OFFLINE = 'No pudimos comunicarnos con la plataforma.';

const refuse = (route: Route) =>
  route.fulfill({ status: 403, json: { code: 'insufficient_scope', detail: 'Refused.', details: [] } });

describeInBrowser('refused actions and unsaved input in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
    await newProduct('Bombilla');
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
  });
  afterAll(() => browser.close());
  afterEach(() => page.unrouteAll());

  const params = () => ({ store: store.id });
  const newProduct = (name: string) =>
    store.client.call(productRoutes.create, { params: params(), body: { name } });
  const go = async (path: string) => {
    await page.goto(`/stores/${store.id}/${path}`);
    await settled(page);
  };
  /** Intercepts the calls with a method to the addresses of a pattern. */
  const intercept = (method: string, pattern: string, handle: (route: Route) => Promise<void>) =>
    page.route(pattern, (route) => (route.request().method() === method ? handle(route) : route.fallback()));
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
  const settings = () => store.client.call(listRoutes.get, { params: params(), query: { list: 'products' } });
  const choose = (...names: string[]) =>
    names.reduce(
      (before, name) => before.then(() => page.getByLabel(`Elegir ${name}`).check()),
      go('products'),
    );

  test('settings of a list that cannot be saved are restored, and the person is notified', async () => {
    const views = [{ name: 'En venta', query: 'status=active' }];
    const body = { list: 'products' as const, hiddenColumns: [], views };
    await store.client.call(listRoutes.put, { params: params(), body });
    await go('products');
    await page.getByRole('button', { name: 'Vista', exact: true }).click();
    const column = page.getByRole('checkbox', { name: 'Estado' });
    const heading = page.getByRole('columnheader', { name: 'Estado' });
    await intercept('PUT', '**/list-settings', refuse);
    await column.click();
    await alert(REFUSED).waitFor();
    await heading.waitFor();
    await expect.poll(() => column.isChecked()).toBe(true);
    await page.unrouteAll();
    await page.context().setOffline(true);
    await column.click();
    await alert(OFFLINE).waitFor();
    await heading.waitFor();
    await page.context().setOffline(false);
    await column.click();
    await heading.waitFor({ state: 'detached' });
    await expect.poll(settings).toEqual({ hiddenColumns: ['status'], views });
  });

  test('settings of a list that are not read cannot be replaced', async () => {
    const before = await settings();
    await intercept('GET', '**/list-settings*', refuse);
    await go('products?q=yerba');
    await page.getByRole('button', { name: 'Vista', exact: true }).click();
    await page.getByText('Altura de las filas').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Estado' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Guardar vista' }).count()).toBe(0);
    expect(await settings()).toEqual(before);
  });

  test('a fixed price that cannot be removed is reported, and only its button is busy', async () => {
    const body = { name: 'Mayorista', rule: null };
    const { id: list } = await store.client.call(priceRoutes.createList, { params: params(), body });
    const { items } = await store.client.call(productRoutes.list, { params: params() });
    const entries = items.map(({ id }) => ({ productId: id, variantId: null, priceCentavos: 5_000 }));
    await store.client.call(priceRoutes.setEntries, { params: { ...params(), list }, body: { entries } });
    await go(`price-lists/${list}`);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await intercept('POST', '**/entries/remove', async (route) => {
      await held;
      await refuse(route);
    });
    await page.getByRole('button', { name: 'Quitar el precio de Yerba mate' }).click();
    await page.locator('button[data-loading]').waitFor();
    expect(await page.locator('button[data-loading]').count()).toBe(1);
    release();
    await alert(REFUSED).waitFor();
  });

  test('a contact that cannot become a customer, and a sign-out that fails, are reported', async () => {
    const body = { name: 'Ana', email: '', phone: '341 555-0102', dni: '', shippingAddresses: [] };
    const { id } = await store.client.call(customerRoutes.create, {
      params: params(),
      body: { ...body, isContact: true },
    });
    await go(`customers/${id}`);
    await intercept('POST', '**/promote', refuse);
    await page.getByRole('button', { name: 'Convertir en cliente' }).click();
    await alert(REFUSED).waitFor();
    await go('products');
    await intercept('DELETE', '**/console/api/session', refuse);
    await page.getByRole('button', { name: /^Cuenta de/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await alert(REFUSED).waitFor();
  });

  test('the progress of a second bulk edit is followed to its end', async () => {
    const edit = async (action: string) => {
      await page.getByLabel('Elegir Yerba mate').check();
      await page.getByRole('button', { name: 'Editar', exact: true }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await go('products');
    await edit('Desactivar');
    await page.getByText('Se cambió 1 producto.').waitFor();
    let reads = 0;
    await intercept('GET', '**/product-edits/*', (route) =>
      ++reads === 1
        ? route.fulfill({ json: { state: 'running', total: 1, done: 0, failure: '' } })
        : route.continue(),
    );
    await edit('Activar');
    await page.getByText('Editando productos…').waitFor();
    await page.getByText('Se cambió 1 producto.').waitFor();
  });

  test('tags that were discarded are not in the dialog when it opens again', async () => {
    await choose('Bombilla');
    const dialog = page.getByRole('dialog', { name: 'Cambiar etiquetas' });
    const open = async () => {
      await page.getByRole('button', { name: 'Editar', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Cambiar etiquetas' }).click();
      await dialog.waitFor();
    };
    await open();
    await dialog.getByLabel('Agregar', { exact: true }).first().fill('oferta');
    await page.keyboard.press('Enter');
    await dialog.getByText('oferta').waitFor();
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await page.getByRole('button', { name: 'Descartar y salir' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open();
    expect(await dialog.getByText('oferta').count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  test('a page of categories that fails is requested again only when the person retries', async () => {
    const category = {
      parentId: null,
      depth: 0,
      image: '',
      isActive: true,
      updatedAt: '2026-01-01T00:00:00Z',
    };
    let requests = 0;
    let refuses = true;
    await intercept('GET', '**/categories?*', async (route) => {
      requests++;
      const isFirst = !route.request().url().includes('cursor=');
      if (!isFirst && refuses) return refuse(route);
      const item = { ...category, id: isFirst ? 'cat_1' : 'cat_2', name: isFirst ? 'Mates' : 'Termos' };
      return route.fulfill({ json: { items: [item], nextCursor: isFirst ? 'next' : null } });
    });
    await go('categories');
    await alert(REFUSED).waitFor();
    await page.waitForTimeout(1_000);
    expect(requests).toBe(2);
    refuses = false;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByText('Termos').waitFor();
    expect(requests).toBe(3);
  });

  test('products that cannot be retired are named with the reason, and only they stay selected', async () => {
    await newProduct('Pava');
    const { id } = await newProduct('Termo');
    await choose('Pava', 'Termo');
    await intercept('DELETE', `**/products/${id}`, (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'conflict', details: [{ reason: 'reserved', message: 'Tiene reservas.' }] },
      }),
    );
    await page.getByRole('button', { name: 'Retirar', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Retirar', exact: true }).click();
    await dialog.getByText('1 no se pudo retirar').waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: /^Termo: / })
      .waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByLabel('Elegir Pava').waitFor({ state: 'detached' });
    await page.getByText('1 elegido').waitFor();
    expect(await page.getByLabel('Elegir Termo').isChecked()).toBe(true);
  });

  test('a filter asks about unsaved input only where it would be lost', async () => {
    const question = page.getByRole('dialog', { name: QUESTION });
    const discard = async () => {
      await page.getByRole('link', { name: 'Productos', exact: true }).click();
      await question.getByRole('button', { name: 'Descartar y salir' }).click();
      await page.getByRole('heading', { level: 1, name: 'Productos' }).waitFor();
    };
    await go('stock/transfer');
    await page.getByLabel('Motivo').fill('Reposición');
    await page.getByRole('combobox', { name: 'Sale de' }).click();
    await page.getByRole('option', { name: 'Norte' }).click();
    await page.waitForURL(/shop=/);
    expect(await page.getByLabel('Motivo').inputValue()).toBe('Reposición');
    expect(await question.count()).toBe(0);
    await discard();

    const { items } = await store.client.call(priceRoutes.lists, { params: params() });
    await go(`price-lists/${items[0]!.id}`);
    await page.getByLabel('Precio', { exact: true }).fill('1500');
    await page.getByRole('searchbox').first().fill('yerba');
    await page.waitForURL(/q=yerba/);
    expect(await page.getByLabel('Precio', { exact: true }).inputValue()).toContain('500');
    expect(await question.count()).toBe(0);
    await discard();

    await go('products/sheet');
    await page.getByLabel('Precio: Yerba mate').fill('700');
    await page.getByRole('searchbox').first().fill('bombilla');
    await question.getByRole('button', { name: 'Seguir acá' }).click();
    expect(await page.getByLabel('Precio: Yerba mate').inputValue()).toBe('700');
  });
});
