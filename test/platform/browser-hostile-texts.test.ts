import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { Browser } from 'playwright-core';
import { openPage, problemsOf, settled, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';
import { WritingClient } from '../support/writes.ts';

const [gateway] = platform().gateways;
/** What does something where a text is taken for HTML, for an attribute, for a script, for a template or for a text of i18n. */
const EVIL = `<img src=x onerror=alert(1)><script>alert(2)</script>"' onfocus=alert(3) {{constructor}} $t(save) \${alert(4)}`;

describeInBrowser('texts made to harm', () => {
  let browser: Browser;
  let store: TestStore;
  let customer: string;
  let shop: string;
  let product: string;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStore('enterprise', { name: EVIL });
    const owner = await ConsoleClient.of(gateway, store.owner);
    const params = { store: store.id };
    const address = {
      street: EVIL,
      streetNumber: '1',
      apartment: '',
      city: 'x',
      state: 'x',
      postalCode: '1',
      notes: EVIL,
    };
    const person = { name: EVIL, email: '', phone: '', dni: '', shippingAddresses: [address] };
    customer = (await owner.call(customerRoutes.create, { params, body: person })).id;
    const tags = { params: { ...params, customer }, body: { tags: ['<img src=x onerror=alert(5)>'] } };
    await owner.call(customerRoutes.setTags, tags);
    const place = { street: EVIL, streetNumber: 1, crossStreets: EVIL, city: EVIL, postalCode: '1' };
    const branch = {
      name: EVIL,
      description: EVIL,
      image: '',
      phone: '<b>1</b>',
      email: '<b>@example.com',
      address: place,
    };
    shop = (
      await owner.call(shopRoutes.create, { params, body: { ...branch, schedule: [], isActive: true } })
    ).id;
    const { access_token: token } = await new AppClient(gateway, await newApp()).install(store.owner);
    const api = new WritingClient(gateway, token);
    const made = await api.untilAnswered('POST', '/products', {
      key: 'hostile',
      body: { name: EVIL, description: EVIL, sku: '<img src=x onerror=alert(6)>', tags: ['<i>x</i>'] },
    });
    product = made.body.data?.id ?? made.body.id;
  });
  afterAll(() => browser.close());

  /** Every page that shows something of a store; `:name` are the ids made above. */
  const PAGES = [
    '/',
    '/stores/:store',
    '/stores/:store/customers',
    '/stores/:store/customers?q=%3Cimg%20src%3Dx%20onerror%3Dalert(7)%3E',
    '/stores/:store/customers/:customer',
    '/stores/:store/shops',
    '/stores/:store/shops/:shop',
    '/stores/:store/products',
    '/stores/:store/products/:product',
    '/stores/:store/prices',
    '/stores/:store/stock',
    '/stores/:store/orders',
    '/stores/:store/pos',
    '/stores/:store/apps',
    '/stores/:store/team',
    '/sign-in?next=javascript:alert(8)',
  ];

  test.each(PAGES)('are shown as they are at %s', async (path) => {
    const page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    const ids: Record<string, string> = { store: store.id, customer, shop, product };
    await page.goto(path.replaceAll(/:([a-z]+)(?=\/|\?|$)/g, (_match, name: string) => ids[name] ?? name));
    await settled(page);
    expect(problemsOf(page)).toEqual([]);
    expect(await page.locator('img[src="x"], [onerror], [onfocus], script:not([src])').count()).toBe(0);
    await page.context().close();
  });
});
