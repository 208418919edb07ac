// covers: web, gateway, services/catalog, services/pricing, services/inventory
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { actionsDuring, countActions, documentedActions } from '../support/actions.ts';
import {
  expectAccessible,
  openPage,
  problemsOf,
  settled,
  signedIn,
  startChromium,
} from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { join, newPerson } from '../support/new-store.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';
import { platform } from '../support/platform.ts';

const [gateway] = platform().gateways;

const variant = (size: string) => ({
  attributes: [{ name: 'Talle', value: size }],
  sku: '',
  barcode: '',
  isActive: true,
  images: [],
});

describeInBrowser('the product editor in a browser', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway);
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    await countActions(page);
  });
  afterAll(() => browser.close());

  const open = async (path: string) => {
    await page.goto(`/stores/${store.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
  };
  const save = () => page.getByRole('button', { name: 'Guardar', exact: true }).click();
  const saved = () => page.getByRole('button', { name: 'Descartar' }).waitFor({ state: 'detached' });
  const read = (product: string) =>
    store.client.call(productRoutes.get, { params: { store: store.id, product } });
  const counts = async (product: string) => {
    const query = { shops: store.shops.join(','), products: product };
    return (await store.client.call(stockRoutes.counts, { params: { store: store.id }, query })).items;
  };
  /** Writes that the page sends while it runs something, as `METHOD last-part`. */
  const writesDuring = async (run: () => Promise<void>): Promise<string[]> => {
    const writes: string[] = [];
    const note = (request: Request) => {
      if (request.method() === 'GET') return;
      expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
      writes.push(`${request.method()} ${new URL(request.url()).pathname.split('/')[5]}`);
    };
    page.on('request', note);
    await run();
    page.off('request', note);
    return writes;
  };
  const type = async (field: Locator, text: string) => {
    await field.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };

  test('a product with three sizes, priced and stocked, is created on one page with one save', async () => {
    await open('products');
    let writes: string[] = [];
    const actions = await actionsDuring(page, async () => {
      await page.getByRole('link', { name: 'Nuevo producto' }).click();
      await page.getByRole('textbox', { name: 'Nombre', exact: true }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('Remera lisa');
      await type(page.getByRole('textbox', { name: 'Precio', exact: true }), '1.500');
      await type(page.getByRole('textbox', { name: 'Costo', exact: true }), '900');
      await expect
        .poll(() => page.getByRole('status', { name: 'Margen' }).textContent())
        .toMatch(/40 % \(\$\s600,00\)/);
      await page.getByRole('button', { name: 'Agregar opción' }).click();
      await page.keyboard.type('Talle');
      await page.keyboard.press('Tab');
      await page.keyboard.type('S, M, L');
      await page.keyboard.press('Enter');
      await type(page.getByLabel('Stock Centro de todas las variantes'), '4');
      await type(page.getByLabel('Stock Norte de la variante 3'), '7');
      await expectAccessible(page);
      writes = await writesDuring(async () => {
        await save();
        await page.waitForURL(/\/products\/prd_/);
      });
    });
    expect(actions).toEqual(await documentedActions('Create a product with three sizes, priced and stocked'));
    // Draft, prices, stock, and only then public.
    expect(writes).toEqual(['POST products', 'PUT prices', 'PUT stock', 'PATCH products']);
    const id = page.url().split('/').at(-1)!;
    const { product, isDraft } = await read(id);
    expect(isDraft).toBe(false);
    expect(product.visibility).toBe('PUBLIC');
    expect(
      product.variants.map(({ name, priceCentavos, costCentavos, isActive }) => [
        name,
        priceCentavos,
        costCentavos,
        isActive,
      ]),
    ).toEqual(['S', 'M', 'L'].map((size) => [size, 150_000, 90_000, true]));
    expect((await counts(id)).map(({ onHand }) => onHand).toSorted((a, b) => a - b)).toEqual([
      0, 0, 4, 4, 4, 7,
    ]);
  });

  test('numbers are read as a person types them, with a message for those that are not accepted', async () => {
    await open(`products/${store.product.id}`);
    const price = page.getByRole('textbox', { name: 'Precio', exact: true });
    for (const [typed, message] of [
      ['10%', /No se entiende/],
      ['-5', /No puede ser negativo/],
      ['1,500.50', /No se entiende/],
    ] as const) {
      await type(price, typed);
      await page.keyboard.press('Tab');
      await expect.poll(() => page.getByRole('alert').first().textContent()).toMatch(message);
      await expect.poll(() => price.inputValue()).toBe(typed);
    }
    await type(price, '2.500,50');
    await type(page.getByRole('textbox', { name: 'Norte', exact: true }), '3');
    const writes = await writesDuring(async () => {
      await save();
      await saved();
    });
    expect(writes).toEqual(['PUT prices', 'PUT stock']);
    expect((await read(store.product.id)).product.priceCentavos).toBe(250_050);
    // Discarding returns to what is saved, also a text that is not a number.
    await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Otro nombre');
    await type(price, '10%');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect.poll(() => price.inputValue()).toBe('$ 2.500,50');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Nombre', exact: true }).inputValue())
      .toBe(store.product.name);
  });

  test('a part that is refused is named and keeps its input, and the parts before it are saved', async () => {
    const params = { store: store.id };
    const { slug } = await store.client.call(productRoutes.create, {
      params,
      body: { name: 'Otra yerba' },
    });
    await open(`products/${store.product.id}`);
    await type(page.getByRole('textbox', { name: 'Precio', exact: true }), '3.000');
    await page.getByLabel('Dirección (slug)').fill(slug);
    await save();
    const alert = page.getByRole('alert').filter({ hasText: 'No se guardó: datos del producto.' });
    await alert.waitFor();
    await expect.poll(() => page.getByLabel('Dirección (slug)').inputValue()).toBe(slug);
    expect((await read(store.product.id)).product.priceCentavos).toBe(300_000);
    await page.getByLabel('Dirección (slug)').fill('yerba-rica');
    const writes = await writesDuring(async () => {
      await save();
      await saved();
    });
    expect(writes).toEqual(['PATCH products']);
    expect((await read(store.product.id)).product.slug).toBe('yerba-rica');
  });

  test('a saved count is replaced and not removed', async () => {
    await open(`products/${store.product.id}`);
    const field = page.getByRole('textbox', { name: 'Norte', exact: true });
    await type(field, '');
    await page.keyboard.press('Backspace');
    await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Yerba suave');
    await save();
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    await type(field, '4');
    await type(field, '3');
    await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill(store.product.name);
    await saved();
  });

  test('stock that changed since the page was read is shown before it is replaced', async () => {
    await open(`products/${store.product.id}`);
    const field = page.getByRole('textbox', { name: 'Centro', exact: true });
    const item = { shopId: store.shops[0], productId: store.product.id, variantId: null };
    await store.client.call(stockRoutes.adjust, {
      params: { store: store.id },
      body: { ...item, delta: -1 },
    });
    await type(field, '20');
    await save();
    const changed = page.getByRole('dialog', { name: 'Alguien más guardó cambios' });
    await expect
      .poll(() => changed.getByRole('group', { name: 'Stock' }).textContent())
      .toMatch(/Centro: (9|20)/);
    await expect.poll(() => field.inputValue()).toBe('20');
    await changed.getByRole('button', { name: 'Guardar así' }).click();
    await saved();
    expect((await counts(store.product.id)).find(({ shopId }) => shopId === store.shops[0])?.onHand).toBe(20);
  });

  test('an added value of an option adds its variants, and a removed one names what is lost', async () => {
    await open('products?q=lisa');
    await page.getByRole('link', { name: 'Remera lisa' }).click();
    await page.getByRole('heading', { level: 1, name: 'Remera lisa' }).waitFor();
    await page.getByRole('combobox', { name: 'Valores de la opción 1' }).fill('XL');
    await page.keyboard.press('Enter');
    const price = page.getByLabel('Precio de la variante 4');
    await expect.poll(() => price.inputValue()).toBe('$ 1.500');
    await price.focus();
    await page.keyboard.press('ArrowUp');
    await page.getByLabel('Precio de la variante 3').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Quitar la variante 1' }).click();
    await page.getByText('Al guardar se elimina 1 variante').waitFor();
    await save();
    await saved();
    const { product } = await read(page.url().split('/').at(-1)!);
    expect(
      product.variants.map(({ name, priceCentavos, isActive }) => [name, priceCentavos, isActive]),
    ).toEqual(['M', 'L', 'XL'].map((size) => [size, 150_000, true]));
    expect(problemsOf(page)).toEqual([]);
  });

  test('a person who may not edit prices adds a variant to a product with prices', async () => {
    const person = await newPerson();
    await join(person, store.id, 'stock');
    const { id } = await store.client.call(productRoutes.create, {
      params: { store: store.id },
      body: { name: 'Gorra', axes: ['Talle'], variants: [variant('S')] },
    });
    const params = { store: store.id, product: id };
    const { product } = await read(id);
    const priced = product.variants.map((each) => ({ id: each.id, priceCentavos: 150_000 }));
    await store.client.call(priceRoutes.edit, { params, body: { variants: priced } });
    await signedIn(page, gateway, person);
    await open(`products/${id}`);
    await page.getByRole('combobox', { name: 'Valores de la opción 1' }).fill('M');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Precio de la variante 2').inputValue()).toBe('');
    await type(page.getByLabel('Stock Centro de la variante 2'), '6');
    await save();
    await saved();
    const { variants } = (await read(id)).product;
    expect(variants.map(({ name, priceCentavos }) => [name, priceCentavos])).toEqual([
      ['S', 150_000],
      ['M', 0],
    ]);
    expect((await counts(id)).map(({ onHand }) => onHand)).toContain(6);
    expect(problemsOf(page)).toEqual([]);
  });
});
