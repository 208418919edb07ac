import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;
const WIDTHS = [360, 768, 820, 900, 1024, 1280, 1920];
const LISTS = [
  'products',
  'orders',
  'customers',
  'prices',
  'stock',
  'stock/movements',
  'shops',
  'categories',
  'brands',
  'promotions',
  'price-lists',
];
/** Lists of settings, whose rows are cards with their actions on a phone. */
const CARDS_ON_PHONES = ['categories', 'brands', 'promotions', 'price-lists'];
/** Comfortable rows, and compact ones from a tablet on. */
const MAX_ROW_HEIGHT = 48;
const MAX_COMPACT_HEIGHT = 40;
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
  const uneven = [...document.querySelectorAll('[role=search] > *')].map((filter) => {
    const { top, height } = filter.getBoundingClientRect();
    return { top, height };
  }).filter(({ height }) => height > 0 && Math.abs(height - 36) > 2).length;
  return {
    split,
    tallest: Math.max(0, ...rows),
    rows: rows.length,
    uneven,
    pageOverflow: document.scrollingElement.scrollWidth - window.innerWidth,
    tableOverflow: card.scrollWidth - card.clientWidth,
  };
})()`;

const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Result of `LAYOUT`, of which tests read these fields. */
interface Layout {
  split: string[];
  tallest: number;
  rows: number;
}

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

  test.each(LISTS)(
    'the %s list keeps words whole, rows at most 48 px high and the page within the window at every width',
    async (list) => {
      await openList(page, store, list);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 1_000 });
        const rows = () => page.evaluate<Layout>(LAYOUT);
        // Columns and filters follow the width of the window in one of the next frames.
        await page.evaluate(TWO_FRAMES);
        await expect
          .poll(async () => ({ width, ...(await rows()) }))
          .toMatchObject({ width, pageOverflow: 0, tableOverflow: 0, uneven: 0, split: [] });
        const layout = await rows();
        expect(layout.rows).toBeGreaterThan(0);
        if (width >= 768 || !CARDS_ON_PHONES.includes(list))
          expect(layout.tallest, `at ${width} px`).toBeLessThanOrEqual(MAX_ROW_HEIGHT);
      }
    },
  );

  test('the height of the rows is a choice that the browser keeps', async () => {
    await page.setViewportSize({ width: 1_280, height: 1_000 });
    await page.goto(`/stores/${store.id}/products`);
    await page.getByRole('button', { name: 'Vista' }).click();
    await page.getByText('Compacta').click();
    for (const list of LISTS) {
      await openList(page, store, list);
      const layout = await page.evaluate<Layout>(LAYOUT);
      expect({ list, ...layout }).toMatchObject({ list, tableOverflow: 0, split: [] });
      expect({ list, isLow: layout.tallest <= MAX_COMPACT_HEIGHT }).toEqual({ list, isLow: true });
    }
    await page.getByRole('link', { name: 'Productos', exact: true }).click();
    await page.getByRole('button', { name: 'Vista' }).click();
    await page.getByText('Cómoda').click();
  });

  test('a wide window shows more columns than a narrow one', async () => {
    const [tablet, laptop, desktop] = [
      await columnsAt(page, store, 768),
      await columnsAt(page, store, 1_280),
      await columnsAt(page, store, 1_920),
    ];
    expect(laptop).toBeGreaterThan(tablet);
    expect(desktop).toBeGreaterThan(laptop);
  });

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

/** Opens a list of the store. */
async function openList(page: Page, store: StockedStore, list: string): Promise<void> {
  await page.goto(`/stores/${store.id}/${list}`);
  await settled(page);
  await page.locator('table tbody tr').first().waitFor();
}

/** Number of columns of the order list in a window of a width. */
async function columnsAt(page: Page, store: StockedStore, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 1_000 });
  await openList(page, store, 'orders');
  return page.locator('table thead th:visible').count();
}

/** Products, categories, customers and orders with realistic names. */
async function fill({ client, id, shops, product }: StockedStore): Promise<void> {
  const params = { store: id };
  for (const name of ['Electrodomésticos y climatización', 'Jardín y exteriores'])
    await client.call(productRoutes.createCategory, {
      params,
      body: { name, isActive: true, image: '', parentId: null },
    });
  await client.call(productRoutes.createBrand, {
    params,
    body: { name: 'Fundición del Litoral', isActive: true, image: '' },
  });
  await client.call(priceRoutes.createList, {
    params,
    body: {
      name: 'Mayorista del interior',
      rule: { percentBp: -1_500, overListId: null, roundingCentavos: 1_000 },
    },
  });
  await client.call(priceRoutes.createPromotion, {
    params,
    body: {
      name: 'Semana de la parrilla y el asado',
      percentBp: 1_000,
      amountCentavos: null,
      productIds: [product.id],
      categoryIds: [],
      brandIds: [],
      shopIds: [],
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt: null,
    },
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
