import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { expectAccessible, openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;

const close = (pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));
// By keyboard, because the notification of the previous save may cover the button.
const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter');
const saved = (page: Page) =>
  page
    .getByText(/(Cambios|quedaron) guardad[oa]s|se guardaron/)
    .last()
    .waitFor();
const changed = (page: Page) => page.getByRole('dialog', { name: 'Alguien más guardó cambios' });
const label = (page: Page) => page.locator('main input').first();
const name = (page: Page) => page.locator('main input[maxlength]').first();
const submit = (page: Page) => page.locator('main button[type=submit]').press('Enter');

describeInBrowser('concurrent editors', () => {
  let browser: Browser;
  let store: StockedStore;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
  });
  afterAll(() => browser.close());

  /** One page per editor. */
  const bothAt = async (path: string, view = {}): Promise<[Page, Page]> => [
    await at(path, view),
    await at(path, view),
  ];
  const at = async (path: string, view: object): Promise<Page> => {
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

  test('concurrent editors of a product see the other’s changes field by field and choose without losing input', async () => {
    const [a, b] = await bothAt(`products/${store.product.id}`);
    await a.getByLabel('Nombre').fill('Remera A');
    await a.getByLabel('Descripción', { exact: true }).fill('De algodón');
    await save(a);
    await saved(a);
    await b.getByLabel('Nombre').fill('Remera B');
    await save(b);
    await changed(b).waitFor();
    await expectAccessible(b);
    const choice = changed(b).getByRole('group', { name: 'Nombre' });
    await expect.poll(() => choice.textContent()).toContain('Remera A');
    await expect.poll(() => choice.textContent()).toContain('Remera B');
    await expect.poll(() => changed(b).textContent()).toContain('Descripción: De algodón');
    expect((await product()).name).toBe('Remera A');
    await changed(b).getByRole('button', { name: 'Seguir editando' }).click();
    await changed(b).waitFor({ state: 'detached' });
    await expect.poll(() => b.getByLabel('Nombre').inputValue()).toBe('Remera B');
    await save(b);
    await changed(b).getByRole('button', { name: 'Guardar así' }).click();
    await saved(b);
    expect(await product()).toMatchObject({ name: 'Remera B', description: 'De algodón' });
    // The first page has not reloaded: accepting the other's changes discards its own.
    await a.getByLabel('Nombre').fill('Remera C');
    await save(a);
    await changed(a).getByRole('button', { name: 'Descartar lo mío' }).click();
    await changed(a).waitFor({ state: 'detached' });
    await expect.poll(() => a.getByLabel('Nombre').inputValue()).toBe('Remera B');
    expect((await product()).name).toBe('Remera B');
    await close([a, b]);
  });

  test('an editor sees variants that another person added, and keeps both changes', async () => {
    const a = await at(`products/${store.product.id}`, {});
    await a.getByLabel('Nombre').fill('Remera D');
    const { id, updatedAt: version } = await product();
    const params = { store: store.id, product: id };
    const variants = {
      axes: ['Talle'],
      variants: [{ attributes: [{ name: 'Talle', value: 'S' }] }],
      version,
    };
    await store.client.call(productRoutes.changeVariants, { params, body: variants });
    await save(a);
    await changed(a).getByRole('button', { name: 'Guardar así' }).click();
    await saved(a);
    expect(await product()).toMatchObject({ name: 'Remera D', variants: [{ name: 'S' }] });
    await close([a]);
  });

  test('an editor sees variants that were changed elsewhere before replacing them', async () => {
    const [a, b] = await bothAt(`products/${store.product.id}`);
    await a.getByLabel('SKU de la variante 1').fill('DE-A');
    await save(a);
    await saved(a);
    await b.getByLabel('SKU de la variante 1').fill('DE-B');
    await save(b);
    await changed(b).waitFor();
    await changed(b).getByText('DE-A').waitFor();
    await changed(b).getByRole('button', { name: 'Guardar así' }).click();
    await saved(b);
    expect((await product()).variants[0]!.sku).toBe('DE-B');
    await close([a, b]);
  });

  test('concurrent editors of a customer keep both changes when they do not conflict', async () => {
    const body = { name: 'Ana', email: '', phone: '', dni: '', shippingAddresses: [] };
    const { id } = await store.client.call(customerRoutes.create, { params: { store: store.id }, body });
    const [a, b] = await bothAt(`customers/${id}`);
    await a.getByLabel('Nombre').fill('Ana Pérez');
    await save(a);
    await saved(a);
    await b.getByLabel('Teléfono').fill('11 5555 0101');
    await save(b);
    await changed(b).waitFor();
    await expectAccessible(b);
    await changed(b).getByRole('button', { name: 'Guardar así' }).click();
    await saved(b);
    const params = { store: store.id, customer: id };
    const person = await store.client.call(customerRoutes.get, { params });
    expect(person).toMatchObject({ name: 'Ana Pérez', phone: '+541155550101' });
    await close([a, b]);
  });

  test('concurrent editors of the status flow see each other’s steps', async () => {
    const [a, b] = await bothAt('settings/status-flow');
    await label(a).fill('Confirmado por A');
    await save(a);
    await saved(a);
    await label(b).fill('Confirmado por B');
    await save(b);
    await changed(b).waitFor();
    await changed(b).getByText('Confirmado por A').waitFor();
    await changed(b).getByRole('radio', { name: 'Lo que se guardó' }).check();
    await changed(b).getByRole('button', { name: 'Guardar así' }).click();
    await changed(b).waitFor({ state: 'detached' });
    const { steps } = await store.client.call(orderRoutes.flow, { params: { store: store.id } });
    expect(steps.map((step) => step.label)).toContain('Confirmado por A');
    await close([a, b]);
  });

  test.each([
    ['es-AR', 360],
    ['es-AR', 820],
    ['en-US', 1280],
  ])('the conflict dialog is readable and usable: %s, %d px', async (locale, width) => {
    const [a, b] = await bothAt(`products/${store.product.id}`, { locale, width });
    await name(a).fill(`De a ${locale} ${width}`);
    await a.locator('main textarea').first().fill(`Otra descripción ${locale} ${width}`);
    await submit(a);
    await a.getByRole('heading', { level: 1, name: `De a ${locale} ${width}` }).waitFor();
    await name(b).fill(`De b ${locale} ${width}`);
    await submit(b);
    const dialog = b.getByRole('dialog').filter({ has: b.getByRole('radio') });
    await dialog.waitFor();
    await expectAccessible(b);
    const box = (await dialog.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    await close([a, b]);
  });
});
