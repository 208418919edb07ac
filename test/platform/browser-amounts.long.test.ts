import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { openProfile, pageOf, problemsOf, settled, signIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { uiStrings } from '../support/ui-strings.ts';
import { platform } from '../support/platform.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;
const LANGUAGES = [
  { lang: 'es', locale: 'es-AR' },
  { lang: 'en', locale: 'en-US' },
] as const;

/** A form field, with how to submit it and where its value is in the request body. */
interface Field {
  page: string;
  open: (page: Page, t: Translate) => Promise<Locator>;
  send: (page: Page, t: Translate) => Promise<unknown>;
  // eslint-disable-next-line typescript/no-explicit-any -- bodies of several routes
  sent: (body: any) => unknown;
}
type Translate = ReturnType<typeof uiStrings>;

const pick = async (page: Page, label: string) => {
  await page.getByLabel(label, { exact: true }).first().fill('Yerba');
  await page.getByRole('option', { name: /Yerba mate/ }).click();
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const newOrder = async (page: Page, t: Translate) => {
  await page.getByLabel(t('orders:new.customName')).fill('Grabado');
  await page.getByLabel(t('orders:new.customPrice'), { exact: true }).fill('2.000.000');
  await button(page, t('orders:new.custom'));
};
const create = (page: Page, t: Translate) => button(page, t('orders:new.create'));

const AMOUNTS: Record<string, Field> = {
  'a price where it stands': {
    page: 'prices',
    open: async (page, t) => {
      await page.getByRole('button', { name: /^Precio de|^Price of/ }).click();
      return page.getByLabel(`${t('prices:field.price')}: Yerba mate`);
    },
    send: (page) => page.keyboard.press('Enter'),
    sent: ({ priceCentavos }) => priceCentavos,
  },
  'a cost where it stands': {
    page: 'prices',
    open: async (page, t) => {
      await page.getByRole('button', { name: /^Cost of|^Costo de/ }).click();
      return page.getByLabel(`${t('prices:field.cost')}: Yerba mate`);
    },
    send: (page, t) => button(page, t('common:save')),
    sent: ({ costCentavos }) => costCentavos,
  },
  'a fixed price of a list': {
    page: 'price-lists/LIST',
    open: async (page, t) => {
      await pick(page, t('prices:picker.label'));
      return page.getByLabel(t('prices:field.price'), { exact: true });
    },
    send: (page, t) => button(page, t('prices:entries.save')),
    sent: ({ entries }) => entries[0].priceCentavos,
  },
  'an amount of a promotion': {
    page: 'promotions/new',
    open: async (page, t) => {
      await page.getByLabel(t('promotions:field.name')).fill('Semana del mate');
      await pick(page, t('promotions:form.products'));
      await page.getByText(t('promotions:form.amount'), { exact: true }).click();
      return page.getByLabel(t('promotions:field.discount'), { exact: false }).last();
    },
    send: (page, t) => button(page, t('common:save')),
    sent: ({ amountCentavos }) => amountCentavos,
  },
  'a change of many prices': {
    page: 'price-changes',
    open: async (page, t) => {
      await page.getByText(t('prices:changes.amount'), { exact: true }).click();
      return page.getByLabel(t('prices:changes.value'), { exact: false });
    },
    send: (page, t) => button(page, t('prices:changes.preview')),
    sent: ({ amountCentavos }) => amountCentavos,
  },
  'a discount of an order': {
    page: 'orders/new',
    open: async (page, t) => {
      await newOrder(page, t);
      return page.getByLabel(t('orders:new.discount'));
    },
    send: create,
    sent: ({ discountCentavos }) => discountCentavos,
  },
  'what the shipping of an order costs': {
    page: 'orders/new',
    open: async (page, t) => {
      await newOrder(page, t);
      await page.getByLabel(t('orders:new.handover')).click();
      for (const [key, value] of Object.entries({
        recipient: 'Ana',
        street: 'San Martín',
        streetNumber: '1',
        city: 'Rosario',
        state: 'Santa Fe',
        postalCode: '2000',
      }))
        await page
          .getByLabel(t(`orders:shipping.${key}`), { exact: false })
          .first()
          .fill(value);
      return page.getByLabel(t('orders:shipping.price'), { exact: false });
    },
    send: create,
    sent: ({ shipping }) => shipping.priceCentavos,
  },
};

const PERCENTS: Record<string, Field> = {
  'a percentage of a promotion': {
    ...AMOUNTS['an amount of a promotion']!,
    open: async (page, t) => {
      await page.getByLabel(t('promotions:field.name')).fill('Semana del mate');
      await pick(page, t('promotions:form.products'));
      return page.getByLabel(t('promotions:field.discount'), { exact: false }).last();
    },
    sent: ({ percentBp }) => percentBp,
  },
};

const QUANTITIES: Record<string, Field> = {
  'the warning of low stock': {
    page: 'stock',
    open: async (page, t) => {
      await button(page, t('stock:settings.open'));
      const warns = page.getByLabel(t('stock:settings.warns'));
      await warns.waitFor();
      if (!(await warns.isChecked())) await warns.click();
      return page.getByLabel(t('stock:threshold.units'));
    },
    send: (page, t) => button(page, t('common:save')),
    sent: ({ lowAt }) => lowAt,
  },
};

/** Input typed into every field of a kind: first a rejected value, then an accepted one. */
const KINDS = [
  {
    fields: AMOUNTS,
    refused: { typed: '1,500.50', problem: 'unreadable', example: '1.500,50' },
    accepted: { typed: '12.345,67', value: 1_234_567, shown: '$ 12.345,67' },
  },
  {
    fields: PERCENTS,
    refused: { typed: '-5', problem: 'negative' },
    accepted: { typed: '10,5%', value: 1_050, shown: '10,5 %' },
  },
  {
    fields: QUANTITIES,
    refused: { typed: '1,5', problem: 'whole', example: '1.500' },
    accepted: { typed: '1.500', value: 1_500, shown: '1.500' },
  },
];
const CASES = KINDS.flatMap(({ fields, ...kind }) =>
  Object.entries(fields).map(([name, field]) => ({ name, field, ...kind })),
);

const TYPED = [
  ['1500', 150_000],
  ['1.500', 150_000],
  ['11.800', 1_180_000],
  ['1.500,50', 150_050],
  ['1500,5', 150_050],
  ['$ 1.500', 150_000],
] as const;

describeInBrowser('amount fields', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  describe.each(LANGUAGES)('in $lang', ({ lang, locale }) => {
    const t = uiStrings(lang);
    let store: StockedStore;
    let list: string;
    let profile: BrowserContext;
    let page: Page;
    /** Request bodies sent since the page was opened. */
    let sent: unknown[];

    // A separate store, because a value that is already stored is not sent again.
    beforeAll(async () => {
      store = await newStockedStore(gateway);
      const body = { name: 'Mayorista', rule: null };
      list = (await store.client.call(priceRoutes.createList, { params: { store: store.id }, body })).id;
      profile = await openProfile(browser, gateway, { locale });
      await signIn(profile, gateway, store.owner);
    });
    // Leaving a form with unsaved changes would open a prompt.
    afterEach(() => page.close());

    const opened = async (field: Field): Promise<Locator> => {
      page = await pageOf(profile);
      await page.goto(`/stores/${store.id}/${field.page.replace('LIST', list)}`);
      await settled(page);
      sent = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(request.postDataJSON());
      });
      return field.open(page, t);
    };
    const type = async (input: Locator, typed: string) => {
      await input.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(typed, { delay: 10 });
      await expect.poll(() => input.inputValue()).toBe(typed);
    };
    const sentRequest = async () => {
      for (let n = 0; n < 600 && sent.length === 0; n++) await sleep(50);
      return sent[0];
    };

    test.each(CASES)(
      '$name rejects unreadable input and sends amounts typed in the Argentine format',
      async (of) => {
        const { field, refused, accepted } = of;
        const input = await opened(field);
        await type(input, refused.typed);
        await field.send(page, t);
        const { problem, ...values } = refused;
        await page
          .getByRole('alert')
          .getByText(t(`common:number.${problem}`, values))
          .waitFor();
        await expect.poll(() => input.inputValue()).toBe(refused.typed);
        expect(sent).toEqual([]);
        await type(input, accepted.typed);
        await input.blur();
        await expect.poll(() => input.inputValue()).toBe(accepted.shown);
        await input.focus();
        await field.send(page, t);
        expect(field.sent(await sentRequest())).toBe(accepted.value);
        expect(problemsOf(page)).toEqual([]);
      },
    );

    test.each(TYPED)('a price typed as %s is stored as %i centavos', async (typed, centavos) => {
      const field = AMOUNTS['a price where it stands']!;
      await type(await opened(field), typed);
      await field.send(page, t);
      await page.getByLabel(`${t('prices:field.price')}: Yerba mate`).waitFor({ state: 'detached' });
      const prices = await store.client.call(priceRoutes.list, { params: { store: store.id } });
      expect(prices.items[0]!.priceCentavos).toBe(centavos);
    });
  });
});
