import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;
const WIDTHS = [360, 768, 820, 900, 1024, 1280];
const LISTS = ['products', 'orders', 'customers', 'prices', 'categories'];
/** Height of three lines of a cell with padding. */
const MAX_ROW_HEIGHT = 100;
const NAME = 'Parrilla de hierro fundido para asador criollo';

/**
 * Layout problems: overflow width, the tallest row, and words that wrap in the middle. Runs in the page. Words
 * of more than 24 characters may wrap.
 */
const LAYOUT = `(() => {
  const split = [];
  for (const cell of document.querySelectorAll('table td, table th')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of text.data.matchAll(/[^\\s@-]{2,24}/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) split.push(word);
      }
  }
  const rows = [...document.querySelectorAll('table tbody tr')].map((row) => row.getBoundingClientRect().height);
  const card = document.querySelector('table').parentElement;
  return {
    split,
    tallest: Math.max(0, ...rows),
    rows: rows.length,
    pageOverflow: document.scrollingElement.scrollWidth - window.innerWidth,
    tableOverflow: card.scrollWidth - card.clientWidth,
  };
})()`;

describeInBrowser('lists at every width', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStockedStore(gateway, {
      store: 'Casa Central Rosario',
      product: NAME,
      shops: ['Casa Central Rosario', 'Sucursal Palermo Soho'],
      about: '',
    });
    await fill(store);
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
  });
  afterAll(() => browser.close());

  test.each(WIDTHS.flatMap((width) => LISTS.map((list) => ({ width, list }))))(
    'the $list list at $width keeps words unbroken, rows low and the page within the window',
    async ({ width, list }) => {
      await page.setViewportSize({ width, height: 1_000 });
      await page.goto(`/stores/${store.id}/${list}`);
      await settled(page);
      await page.locator('table tbody tr td').first().waitFor();
      const layout = await page.evaluate<{ split: string[]; tallest: number; rows: number }>(LAYOUT);
      expect(layout.rows).toBeGreaterThan(0);
      expect(layout).toMatchObject({ pageOverflow: 0, tableOverflow: 0 });
      // On a phone a row is a card of several lines, and a long address may wrap.
      if (width < 768) return;
      expect(layout.split).toEqual([]);
      expect(layout.tallest).toBeLessThan(MAX_ROW_HEIGHT);
    },
  );

  test('the menu is behind a button below 1100 px and beside the page from 1100 px on', async () => {
    const menu = page.getByRole('navigation', { name: 'Menú' });
    for (const [width, isBeside] of [
      [1_099, false],
      [1_101, true],
    ] as const) {
      await page.setViewportSize({ width, height: 1_000 });
      await page.goto(`/stores/${store.id}/products`);
      await settled(page);
      expect(await page.getByRole('button', { name: 'Menú' }).isVisible()).toBe(!isBeside);
      const box = await menu.boundingBox();
      expect(box!.x >= 0).toBe(isBeside);
    }
    await page.setViewportSize({ width: 820, height: 1_000 });
    await page.getByRole('button', { name: 'Menú' }).click();
    await menu.getByRole('link', { name: 'Pedidos', exact: true }).click();
    await page.getByRole('heading', { name: 'Pedidos', level: 1 }).waitFor();
  });
});

/** Products, categories, customers and orders with realistic names. */
async function fill({ client, id, shops, product }: StockedStore): Promise<void> {
  const params = { store: id };
  for (const name of ['Electrodomésticos y climatización', 'Jardín y exteriores'])
    await client.call(productRoutes.createCategory, {
      params,
      body: { name, isActive: true, image: '', parentId: null },
    });
  const address = {
    street: 'San Martín',
    streetNumber: '100',
    apartment: '',
    city: 'Rosario',
    state: 'Santa Fe',
    postalCode: '2000',
    notes: '',
  };
  const person = {
    name: 'María Fernanda Etcheverry',
    email: 'mariafernanda.etcheverry@example.com',
    phone: '341 555-0102',
    dni: '',
    shippingAddresses: [address],
  };
  const customer = await client.call(customerRoutes.create, {
    params,
    body: { ...person, isContact: false },
  });
  const tags = ['mayorista', 'cuenta corriente', 'revendedora'];
  await client.call(customerRoutes.setTags, {
    params: { ...params, customer: customer.id },
    body: { tags, version: customer.updatedAt },
  });
  await client.call(orderRoutes.create, {
    params,
    body: {
      source: 'marketplace',
      shopId: shops[0],
      customerId: customer.id,
      lines: [
        { productId: product.id, quantity: 1 },
        { name: 'Instalación', unitPriceCentavos: 123_456_789, quantity: 1 },
      ],
      paymentGateway: 'bank_transfer',
      discountCentavos: 0,
    },
  });
}
