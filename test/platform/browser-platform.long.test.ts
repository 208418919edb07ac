// covers: web, gateway, services/auth
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { call } from '../support/api.ts';
import {
  expectAccessible,
  isTooWide,
  openPage,
  problemsOf,
  signedIn,
  startChromium,
} from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { apiRoot, platform, type Account } from '../support/platform.ts';
import { postRefresh } from '../support/token-endpoint.ts';

const { demo, gateways } = platform();
const [gateway] = gateways;
const NAME = 'Almacén <b>Ñandú';
const REASON = 'Faltan pagar <b>dos</b> meses.\nVencieron en octubre.';

async function suspend(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Suspender' }).click();
  await page.getByLabel('Motivo (lo ve el equipo de la tienda)').fill(REASON);
  await page.getByRole('dialog').getByRole('button', { name: 'Suspender' }).click();
  await page.getByRole('button', { name: 'Levantar la suspensión' }).waitFor();
}

async function restore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Levantar la suspensión' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Levantar la suspensión' }).click();
  await page.getByRole('button', { name: 'Suspender' }).waitFor();
}

describeInBrowser('the platform admin in a browser', () => {
  let browser: Browser;
  let store: TestStore;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStore('enterprise', { name: NAME });
  });
  afterAll(() => browser.close());

  const open = async (person: Account, path: string, view = {}): Promise<Page> => {
    const page = await signedIn(await openPage(browser, gateway, view), gateway, person);
    await page.goto(path);
    return page;
  };
  test('the staff suspends a store: its app and its team are refused with the reason until it is restored', async () => {
    const client = new AppClient(gateway, await newApp(['read_products']));
    const { parameters, verifier } = await client.authorize(store.owner);
    const tokens = await client.exchange(parameters, verifier);
    const read = async () => (await call(apiRoot(gateways[1]), '/products', tokens.access_token)).status;
    expect(await read()).toBe(200);
    const owner = await open(store.owner, `/stores/${store.id}/products`);
    await owner.getByRole('heading', { level: 1, name: 'Productos' }).waitFor();

    const staff = await open(demo.platform, `/platform/stores/${store.id}`);
    await suspend(staff);
    await expectAccessible(staff);
    await staff.getByRole('alert').getByText('Vencieron en octubre.').waitFor();
    await staff.getByRole('cell', { name: 'Tienda suspendida' }).waitFor();

    await staff.goto('/platform/stores');
    await staff.getByRole('combobox', { name: 'Estado' }).click();
    await staff.getByRole('option', { name: 'Suspendida' }).click();
    await staff.getByRole('row', { name: NAME }).getByText('Suspendida').waitFor();
    await staff.goto(`/platform/stores/${store.id}`);

    const refused = await call(apiRoot(gateways[1]), '/products', tokens.access_token);
    expect([refused.status, refused.body]).toMatchObject([
      401,
      { code: 'invalid_token', detail: 'The store is suspended.' },
    ]);
    expect((await postRefresh(gateway, client.app, tokens.refresh_token)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'store_suspended',
    });

    // A page that was open learns it by its next read.
    await owner.getByRole('link', { name: 'Pedidos' }).first().click();
    await owner.getByRole('heading', { name: 'La plataforma suspendió esta tienda' }).waitFor();
    await owner.getByText('Faltan pagar <b>dos</b> meses.').waitFor();
    await owner.getByRole('link', { name: 'soporte@commerce.example' }).waitFor();
    await expectAccessible(owner);

    await restore(staff);
    expect(await read()).toBe(200);
    await client.refresh(tokens.refresh_token);
    await owner.getByRole('button', { name: 'Volver a comprobar' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Pedidos' }).waitFor();
    expect([...problemsOf(staff), ...problemsOf(owner)]).toEqual([]);
    await staff.context().close();
    await owner.context().close();
  });

  test('the home page of the staff shows the figures of the last days, each with a link to its list', async () => {
    const page = await open(demo.platform, '/platform');
    const figure = page.getByRole('region', { name: 'Tiendas nuevas' });
    // At least the store of this test, today.
    await expect.poll(async () => Number(await figure.getByRole('link').textContent())).toBeGreaterThan(0);
    await figure.getByRole('row', { name: /Hoy, hasta ahora/ }).waitFor({ state: 'attached' });
    await expect.poll(() => figure.getByRole('row').count()).toBe(31);
    await page.getByText('90 días').click();
    await expect.poll(() => figure.getByRole('row').count()).toBe(91);
    await expectAccessible(page);
    await figure.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Tiendas' }).waitFor();
    expect(problemsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('the pages of a suspended store and the home page fit a phone, a tablet and a desktop, in English and dark', async () => {
    const staff = await open(demo.platform, `/platform/stores/${store.id}`);
    await suspend(staff);
    for (const width of [360, 820, 1280])
      for (const [person, path, heading] of [
        [demo.platform, `/platform/stores/${store.id}`, NAME],
        [demo.platform, '/platform/stores', 'Stores'],
        [demo.platform, '/platform?days=90', 'Platform'],
        [store.owner, `/stores/${store.id}/orders`, NAME],
      ] as const) {
        const page = await open(person, path, { width, locale: 'en-GB', theme: 'dark' });
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await page
          .getByText(/uspended|Last days/)
          .first()
          .waitFor();
        await expectAccessible(page);
        expect(await isTooWide(page)).toBe(false);
        await page.context().close();
      }
    await restore(staff);
    await staff.context().close();
  });
});
