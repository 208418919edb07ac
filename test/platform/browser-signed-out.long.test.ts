import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { authSql } from '../support/auth-database.ts';
import { expectAccessible, openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { join, newPerson } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;

const dialogOf = (page: Page, name = 'Tu sesión terminó') => page.getByRole('dialog', { name });
/** Idempotency keys with which the page sends changes to a path. */
const keysOf = (page: Page, path: RegExp): string[] => {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && path.test(request.url()))
      keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
};

describeInBrowser('sessions that end while a page is open', () => {
  let browser: Browser;
  let store: StockedStore;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
  });
  afterAll(() => browser.close());

  const opened = async (path: string, view = {}): Promise<Page> => {
    const page = await signedIn(await openPage(browser, gateway, view), gateway, store.owner);
    await page.goto(`/stores/${store.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    return page;
  };
  const endSessions = () => authSql('delete from session where person_id = $1', [store.owner.id]);
  const name = async () => {
    const params = { store: store.id, product: store.product.id };
    // This ended its own session too.
    const client = await ConsoleClient.of(gateway, store.owner);
    return (await client.call(productRoutes.get, { params })).product.name;
  };

  test.each([
    ['es-AR', 360],
    ['es-AR', 820],
    ['en-US', 1280],
  ])(
    'a form of an ended session shows a sign-in dialog in view and then saves the same input: %s, %d px',
    async (locale, width) => {
      const page = await opened(`products/${store.product.id}`, { locale, width });
      const keys = keysOf(page, /products\/prd_/);
      const typed = `Yerba ${locale} ${width}`;
      await page.locator('main input[maxlength]').first().fill(typed);
      await endSessions();
      await page.locator('main button[type=submit]').click();
      const signInDialog = page.getByRole('dialog');
      await signInDialog.waitFor();
      await expectAccessible(page);
      const box = (await signInDialog.boundingBox())!;
      expect(Math.abs(box.y + box.height / 2 - 400)).toBeLessThan(60);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      await page.locator('[role=dialog] input[name=password]').fill('not the password');
      await page.keyboard.press('Enter');
      await signInDialog.getByRole('alert').waitFor();
      await page.locator('[role=dialog] input[name=password]').fill(store.owner.password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: typed }).waitFor();
      expect(await name()).toBe(typed);
      expect(keys.length).toBe(2);
      expect(new Set(keys).size).toBe(1);
      await page.context().close();
    },
  );

  test('a form of an ended session keeps its input while the person is signed out and while the page reloads data', async () => {
    const page = await opened(`products/${store.product.id}`);
    await page.getByLabel('Nombre').fill('Yerba sin guardar');
    await endSessions();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click();
    await page.getByText('Tu sesión terminó. Volvé a ingresar.').waitFor();
    await expect.poll(() => page.getByLabel('Nombre').inputValue()).toBe('Yerba sin guardar');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await dialogOf(page).locator('input[name=password]').fill(store.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Yerba sin guardar' }).waitFor();
    await page.context().close();
  });

  test('a form is never saved as another person who signed in instead', async () => {
    const page = await opened(`products/${store.product.id}`);
    const before = await name();
    const other = await newPerson('Beto Otro');
    await join(other, store.id, 'manager');
    await page.getByLabel('Nombre').fill('Yerba de Ana');
    await signedIn(page, gateway, other);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await dialogOf(page, 'Ingresó otra persona').getByText('Beto Otro').first().waitFor();
    await expectAccessible(page);
    expect(await name()).toBe(before);
    await dialogOf(page, 'Ingresó otra persona').locator('input[name=password]').fill(store.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Yerba de Ana' }).waitFor();
    await page.context().close();
  });

  test('a sale of an ended session is made once after signing in', async () => {
    const page = await opened('pos', { width: 1024, height: 768 });
    const keys = keysOf(page, /pos\/sales/);
    await page.getByLabel('Sucursal').selectOption(store.shops[0]);
    await settled(page);
    await page.getByRole('button', { name: /Yerba/ }).first().click();
    await page.getByRole('region', { name: 'Venta' }).getByRole('listitem').first().waitFor();
    await page.keyboard.press('F9');
    await page.getByLabel('Recibido').fill('2000');
    await endSessions();
    await page.getByRole('button', { name: 'Confirmar venta' }).click();
    await dialogOf(page).waitFor();
    await expectAccessible(page);
    await dialogOf(page).locator('input[name=password]').fill(store.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Venta #\d+/ }).waitFor();
    expect(new Set(keys).size).toBe(1);
    const client = await ConsoleClient.of(gateway, store.owner);
    const { items } = await client.call(orderRoutes.list, { params: { store: store.id } });
    expect(items).toHaveLength(1);
    await page.context().close();
  });
});
