import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { authSql } from '../support/auth-database.ts';
import {
  isTooWide,
  openPage,
  problemsOf,
  settled,
  signedIn,
  startChromium,
  type View,
} from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { uiStrings } from '../support/ui-strings.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

/** Short version of browser-{amounts,signed-out,tablet,unsaved,versions}.long.test.ts. */

const [gateway] = platform().gateways;

describeInBrowser('forms in a browser', () => {
  let browser: Browser;
  let store: StockedStore;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
  });
  afterAll(() => browser.close());

  const opened = async (path: string, view: View = {}): Promise<Page> => {
    const page = await signedIn(await openPage(browser, gateway, view), gateway, store.owner);
    await page.goto(`/stores/${store.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    return page;
  };
  const product = async () => {
    const params = { store: store.id, product: store.product.id };
    return (await store.client.call(productRoutes.get, { params })).product;
  };

  test('a form prompts before unsaved input is lost, and offers a choice when another person saved the same resource', async () => {
    const page = await opened(`products/${store.product.id}`);
    await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Remera B');
    await page.getByRole('link', { name: 'Precios' }).last().click();
    const question = page.getByRole('dialog', { name: 'Tenés cambios sin guardar' });
    await question.getByRole('button', { name: 'Seguir acá' }).click();
    await question.waitFor({ state: 'detached' });
    const params = { store: store.id, product: store.product.id };
    const body = { name: 'Remera A', version: (await product()).updatedAt };
    await store.client.call(productRoutes.update, { params, body });
    await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter');
    const changed = page.getByRole('dialog', { name: 'Alguien más guardó cambios' });
    await expect
      .poll(() => changed.getByRole('group', { name: 'Nombre' }).textContent())
      .toMatch(/Remera A.*Remera B|Remera B.*Remera A/);
    await changed.getByRole('button', { name: 'Guardar así' }).click();
    await page.getByRole('heading', { level: 1, name: 'Remera B' }).waitFor();
    expect((await product()).name).toBe('Remera B');
    await page.context().close();
  });

  test.each([
    ['es', 'es-AR', '1.234', 123_400],
    ['en', 'en-US', '11.800,50', 1_180_050],
  ] as const)('reads a price as an Argentine types it: %s', async (lang, locale, price, centavos) => {
    const t = uiStrings(lang);
    const page = await opened('prices', { locale });
    await page.getByRole('button', { name: /^Precio de|^Price of/ }).click();
    const input = page.getByLabel(`${t('prices:field.price')}: Remera B`);
    const type = async (typed: string) => {
      await input.fill('');
      await input.pressSequentially(typed);
      await page.keyboard.press('Enter');
    };
    for (const refused of ['1,500.50', '-5']) {
      await type(refused);
      await page.getByRole('alert').first().waitFor();
      await expect.poll(() => input.inputValue()).toBe(refused);
    }
    await type(price);
    await input.waitFor({ state: 'detached' });
    const prices = await store.client.call(priceRoutes.list, { params: { store: store.id } });
    expect(prices.items[0]!.priceCentavos).toBe(centavos);
    await page.context().close();
  });

  test('a form submitted after the session has ended is saved once the person has signed in, also at 360 px', async () => {
    const page = await opened(`products/${store.product.id}`, { width: 360 });
    expect(await isTooWide(page)).toBe(false);
    await page.locator('main input[maxlength]').first().fill('Yerba sin sesión');
    await authSql('delete from session where person_id = $1', [store.owner.id]);
    await page.locator('main button[type=submit]').click();
    await page.locator('[role=dialog] input[name=password]').fill(store.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Yerba sin sesión' }).waitFor();
    expect(problemsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('the alert above a long form is in view and focused after a button below it was pressed, at 360 px', async () => {
    const page = await opened('shops/new', { width: 360, height: 640 });
    await page.getByLabel('Nombre').fill('Sur');
    await page.locator('main button[type=submit]').click();
    const alert = page.locator('[role=alert]:focus');
    await alert.waitFor();
    const { y } = (await alert.boundingBox())!;
    expect(y).toBeGreaterThan(48);
    expect(y).toBeLessThan(600);
    await page.context().close();
  });
});
