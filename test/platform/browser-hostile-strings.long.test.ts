import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext } from 'playwright-core';
import { isTooWide, problemsOf, settled, startChromium } from '../support/chromium.ts';
import { everyPage, fillAddress, type Viewer } from '../support/every-page.ts';
import { newFilledWorld, type FilledWorld } from '../support/filled-world.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { loadPage, Tabs } from '../support/tabs.ts';
import { viewersOf } from '../support/viewers.ts';

const [gateway] = platform().gateways;
/** Right-to-left text with an invisible mark; direction overrides are refused. */
const RIGHT_TO_LEFT = '\u200fمتجر';
/** Strings that take effect when interpreted as HTML, attribute, script, template or i18n key. */
const EVIL = `<img src=x onerror=alert(1)><script>alert(2)</script>"' onfocus=alert(3) {{constructor}} $t(save) \${alert(4)}`;

const STRINGS = {
  // Without a space where a line could break.
  name: `"><svg/onload=alert(5)>{{x}}$t(save)${RIGHT_TO_LEFT}${'W'.repeat(15)}`,
  text: `${EVIL} ${RIGHT_TO_LEFT}${'W'.repeat(80)}`,
};

/** Addresses that a malicious link may open. */
const LINKS: { address: string; viewer: Viewer }[] = [
  { address: '/sign-in?next=javascript:alert(8)', viewer: 'anonymous' },
  { address: '/stores/:store/customers?q=%3Cimg%20src%3Dx%20onerror%3Dalert(7)%3E', viewer: 'owner' },
  { address: '/developers/:developer/apps/:app/webhooks?tab=log', viewer: 'developer' },
];

const PHONE = { width: 360, height: 800 };

const pages = [
  ...(await everyPage()).map((page) => ({ ...page, isLink: false })),
  ...LINKS.map((link) => ({ ...link, isLink: true })),
];

describeInBrowser('hostile strings', () => {
  let browser: Browser;
  let world: FilledWorld;
  let viewers: Record<Viewer, BrowserContext>;

  beforeAll(async () => {
    browser = await startChromium();
    world = await newFilledWorld(gateway, STRINGS);
    viewers = await viewersOf(world, browser, gateway, PHONE);
  }, 120_000);
  afterAll(() => browser.close());
  const tabs = new Tabs();

  test.each(pages)(
    'hostile strings are displayed literally and fit a phone and a desktop: $address',
    async ({ address, viewer, isLink }) => {
      const path = fillAddress(address, world.ids);
      const page = await (isLink ? loadPage(viewers[viewer], path) : tabs.open(viewers[viewer], path));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settled(page);
      const seen = {
        problems: problemsOf(page),
        madeOfTexts: await page
          .locator('img[src="x"], [onerror], [onload], [onfocus], script:not([src])')
          .count(),
        isTooWideOn360: await isTooWide(page),
      };
      await page.setViewportSize({ width: 1280, height: 800 });
      expect({ ...seen, isTooWideOn1280: await isTooWide(page) }).toEqual({
        problems: [],
        madeOfTexts: 0,
        isTooWideOn360: false,
        isTooWideOn1280: false,
      });
      await page.setViewportSize(PHONE);
      tabs.keep(page);
    },
  );
});
