// covers: web, gateway, services/auth
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import {
  expectAccessible,
  isTooWide,
  openPage,
  problemsOf,
  signedIn,
  startChromium,
} from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';

const { gateways, demo } = platform();
const [gateway] = gateways;

describeInBrowser('sessions in a browser', () => {
  let browser: Browser;
  let store: TestStore;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStore('enterprise', { name: 'Almacén de prueba' });
  });
  afterAll(() => browser.close());

  test('a person signs in by keyboard after a wrong password, lands on the requested page, and signs out', async () => {
    const page = await openPage(browser, gateway);
    await page.goto(`/stores/${store.id}/shops`);
    await page.getByRole('heading', { name: 'Ingresá a tu cuenta' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type(store.owner.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('no son correctos').waitFor();
    await page.getByLabel('Contraseña', { exact: true }).fill(store.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sucursales' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Cuenta de/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page.getByRole('heading', { name: 'Ingresá a tu cuenta' }).waitFor();
    const left = await page.context().cookies();
    expect(left.filter(({ name }) => name.includes('session'))).toEqual([]);
    await page.context().close();
  });

  longTest('signing in never redirects to another site', async () => {
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      const page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
      await page.getByRole('heading', { name: store.name }).waitFor();
      expect(new URL(page.url()).origin).toBe(gateway);
      await page.context().close();
    }
  });

  longTest(
    'the home page and a store page are accessible in both languages and themes and fit a phone',
    async () => {
      for (const view of [{}, { locale: 'en-GB', theme: 'dark' as const }, { width: 360 }]) {
        const page = await signedIn(await openPage(browser, gateway, view), gateway, demo.stores[0].owner);
        await page.goto('/');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectAccessible(page);
        await page.goto(`/stores/${demo.stores[0].id}/shops`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectAccessible(page);
        expect(await isTooWide(page)).toBe(false);
        await page.context().close();
      }
    },
  );

  longTest('a foreign store, the platform admin and an unknown path show the same page', async () => {
    const page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    for (const path of [`/stores/${demo.stores[0].id}`, '/platform', `/stores/${store.id}/no-such-page`]) {
      await page.goto(path);
      await page.getByText('No encontramos esta página').waitFor();
    }
    expect(problemsOf(page)).toEqual([]);
    await page.context().close();
  });

  longTest('the chosen language is kept after a reload', async () => {
    const page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    await page.goto(`/stores/${store.id}/shops`);
    await page.getByRole('button', { name: 'ES: idioma Español' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Shops' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Shops' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await page.context().close();
  });
});
