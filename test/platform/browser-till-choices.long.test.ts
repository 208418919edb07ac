import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Sellable } from '@commerce/console-api/routes/pos.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import type { StockedStore } from '../support/stocked-store.ts';
import { newTillStore, tillOn, type Till } from '../support/till.ts';

const [gateway] = platform().gateways;
/** Codes that two variants share. */
const SHARED = ['REMERA-1', 'GORRA-1'];

const variant = (code: string, variantName: string): Sellable => ({
  productId: `prd_${code}`,
  variantId: `var_${variantName}`,
  name: code,
  variantName,
  sku: code,
  image: null,
  refusal: null,
  priceCentavos: 50_000,
  originalPriceCentavos: 50_000,
  available: 10,
});

describeInBrowser('choices at the point of sale', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;
  let till: Till;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newTillStore(gateway, '7791799590966');
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    till = tillOn(page, '7791799590966');
    await page.route('**/pos/scan?*', async (route) => {
      const code = new URL(route.request().url()).searchParams.get('code')!;
      if (!SHARED.includes(code)) return route.continue();
      return route.fulfill({ json: { items: ['M', 'L'].map((size) => variant(code, size)) } });
    });
  });
  afterAll(() => browser.close());
  beforeEach(() => till.open(store));

  const dialog = (name: string) => page.getByRole('dialog', { name });

  test('codes that are scanned while a variant is chosen are added or offered for choice afterwards', async () => {
    await till.scan('REMERA-1');
    await dialog('REMERA-1').waitFor();
    await till.scan();
    await till.scan('GORRA-1');
    await dialog('REMERA-1').getByText('Después falta elegir 1 más.').waitFor();
    await expectAccessible(page);
    await dialog('REMERA-1').getByRole('button', { name: /^L/ }).click();
    await dialog('GORRA-1').getByRole('button', { name: /^M/ }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await till.units(3);
    await till.total('2.000,00');
  });

  test('an unknown code that is scanned while a variant is chosen is reported', async () => {
    await till.scan('REMERA-1');
    await dialog('REMERA-1').waitFor();
    await till.scan('NOT-A-CODE');
    await page.getByText('El escaneo no se agregó').waitFor();
    await page.getByText('Ningún producto tiene el código NOT-A-CODE.').first().waitFor();
    await dialog('REMERA-1').getByRole('button', { name: 'Cerrar' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await till.units(0);
  });
});
