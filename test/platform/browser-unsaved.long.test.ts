import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expectAccessible, settled, startChromium } from '../support/chromium.ts';
import { everyPage, fillAddress, type Viewer } from '../support/every-page.ts';
import { newFilledWorld, type FilledWorld } from '../support/filled-world.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { loadPage } from '../support/tabs.ts';
import { viewersOf } from '../support/viewers.ts';

const [gateway] = platform().gateways;
const QUESTION = 'Tenés cambios sin guardar';

/** Text fields that a save would store, as opposed to filters. */
const FIELDS = ['input[maxlength]', 'input[inputmode=decimal]', 'input[inputmode=numeric]', 'textarea'].map(
  (field) => `${field}:not([type=search], [readonly], [disabled], [aria-haspopup], [role=search] *)`,
);

/** Pages whose fields save nothing, or save automatically. */
const SAVES_NOTHING = [
  '/stores/:store/pos',
  '/stores/:store/pos/return',
  '/stores/:store/price-check',
  '/developers/:developer/explorer',
];

/** Buttons that open a form in a dialog. */
const OPENERS: Record<string, string> = {
  '/stores/:store/categories': 'Nueva categoría',
  '/stores/:store/brands': 'Nueva marca',
  '/stores/:store/price-lists': 'Agregar lista',
  '/stores/:store/team': 'Invitar',
  '/developers/:developer/stores': 'Crear tienda',
  '/platform/stores': 'Cambiar plan',
  '/platform/stores/:store': 'Cambiar plan',
};

const pages = (await everyPage()).filter(({ viewer }) => viewer !== 'anonymous');
const formPages = new Set([
  '/account',
  '/stores/:store/orders/new',
  '/stores/:store/orders/:order',
  '/stores/:store/orders/:order/edit',
  '/stores/:store/register',
  '/stores/:store/products/sheet',
  '/stores/:store/products/:product',
  '/stores/:store/products/new',
  '/stores/:store/price-lists/:list',
  '/stores/:store/price-changes',
  '/stores/:store/promotions/new',
  '/stores/:store/promotions/:promotion',
  '/stores/:store/stock/transfer',
  '/stores/:store/customers/new',
  '/stores/:store/customers/:customer',
  '/stores/:store/shops/new',
  '/stores/:store/shops/:shop',
  '/stores/:store/settings/status-flow',
  '/stores/:store/settings/orders',
  '/developers/:developer/stores/:testStore',
  '/developers/:developer/apps/new',
  '/developers/:developer/apps/:app/settings',
  '/developers/:developer/apps/:app/reviews',
  '/developers/:developer/apps/:app/webhooks',
  '/platform/reviews/:review',
]);

const firstField = (within: Locator): Locator => within.locator(FIELDS.join(', ')).first();
const question = (page: Page) => page.getByRole('dialog', { name: QUESTION });

/** Types into a field and tries to leave: the prompt allows to stay or to discard. */
const expectPrompt = async (page: Page, field: Locator, leave: () => Promise<void>) => {
  const value = (await field.getAttribute('inputmode')) === null ? 'Algo escrito' : '7';
  await field.fill(value);
  await leave();
  await question(page).waitFor();
  await question(page).getByRole('button', { name: 'Seguir acá' }).click();
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => field.inputValue()).toContain(value);
  await leave();
  await question(page).getByRole('button', { name: 'Descartar y salir' }).click();
  await field.waitFor({ state: 'detached' });
};

describeInBrowser('unsaved input', () => {
  let browser: Browser;
  let world: FilledWorld;
  let viewers: Record<Viewer, BrowserContext>;

  beforeAll(async () => {
    browser = await startChromium();
    world = await newFilledWorld(gateway, { name: 'Mate imperial', text: 'Con virola de alpaca.' });
    viewers = await viewersOf(world, browser, gateway, {});
  });
  afterAll(() => browser.close());

  const opened = async (address: string, viewer: Viewer): Promise<Page> => {
    const page = await loadPage(viewers[viewer], fillAddress(address, world.ids));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    return page;
  };

  test.each(pages.filter(({ address }) => !SAVES_NOTHING.includes(address)))(
    'leaving $address with unsaved input opens a prompt',
    async ({ address, viewer }) => {
      const page = await opened(address, viewer);
      const field = firstField(page.locator('main'));
      const hasForm = (await field.count()) > 0;
      if (hasForm)
        await expectPrompt(page, field, () => page.getByRole('link', { name: /: inicio$/ }).click());
      // A page without a field proves nothing.
      expect([address, hasForm]).toEqual([address, formPages.has(address)]);
      await page.close();
    },
  );

  test.each(Object.entries(OPENERS))(
    'closing a dialog with unsaved input opens a prompt: %s',
    async (address, opener) => {
      const { viewer } = pages.find((page) => page.address === address)!;
      const page = await opened(address, viewer);
      await page.getByRole('button', { name: opener }).first().click();
      const field = firstField(page.getByRole('dialog'));
      await expectPrompt(page, field, () => page.keyboard.press('Escape'));
      await page.close();
    },
  );

  test('tabs, menu, history and reload open a prompt while a product has unsaved input, and saving removes it', async () => {
    const page = await opened('/stores/:store/products', 'owner');
    await page.getByRole('link', { name: 'Mate imperial' }).first().click();
    // The list stays visible until the product is loaded, and its search label contains the same word.
    await page.getByRole('heading', { level: 1, name: 'Mate imperial' }).waitFor();
    const name = page.getByLabel('Nombre');
    await name.fill('Mate de plata');
    for (const leave of [
      () => page.getByRole('link', { name: 'Precios' }).last().click(),
      () => page.getByRole('link', { name: 'Pedidos', exact: true }).click(),
      () => page.evaluate('history.back()'),
    ]) {
      await leave();
      await question(page).waitFor();
      await expectAccessible(page);
      await question(page).getByRole('button', { name: 'Seguir acá' }).click();
      await question(page).waitFor({ state: 'detached' });
      await expect.poll(() => name.inputValue()).toBe('Mate de plata');
    }
    // Only the browser itself can prompt before a reload.
    const prompt = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => location.reload(), 0)');
    expect((await prompt).type()).toBe('beforeunload');
    await expect.poll(() => name.inputValue()).toBe('Mate de plata');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Cambios guardados').waitFor();
    await page.getByRole('button', { name: 'Agregar opción' }).click();
    await page.getByLabel('Opción 1', { exact: true }).fill('Talle');
    await page.getByRole('combobox', { name: 'Valores de la opción 1' }).fill('Chico');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Pedidos', exact: true }).click();
    await question(page).getByRole('button', { name: 'Descartar y salir' }).click();
    await page.getByRole('heading', { name: 'Pedidos' }).waitFor();
    await page.close();
  });

  test.each([
    ['es-AR', 360],
    ['es-AR', 820],
    ['en-US', 1280],
  ])('the prompt about unsaved input opens in view: %s, %d px', async (locale, width) => {
    const view = await viewersOf(world, browser, gateway, { locale, width });
    const page = await loadPage(view.owner, fillAddress('/stores/:store/products/:product', world.ids));
    await page.locator('main input[maxlength]').first().fill('Otro nombre');
    await page.locator('main a').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await settled(page);
    const box = (await dialog.boundingBox())!;
    expect(Math.abs(box.y + box.height / 2 - 400)).toBeLessThan(40);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    await page.context().close();
  });
});
