import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { pageOf, problemsOf, settled, startChromium } from './chromium.ts';
import { everyPage, filledAddress, type Viewer } from './every-page.ts';
import { newFilledWorld, type FilledWorld } from './filled-world.ts';
import { describeInBrowser } from './in-browser.ts';
import { platform } from './platform.ts';
import { viewersOf } from './viewers.ts';

const [gateway] = platform().gateways;
/** From right to left, with a mark that nobody sees; overrides of the direction are refused. */
const RIGHT_TO_LEFT = '\u200fمتجر';
/** What does something where a text is taken for HTML, for an attribute, for a script, for a template or for a text of i18n. */
const EVIL = `<img src=x onerror=alert(1)><script>alert(2)</script>"' onfocus=alert(3) {{constructor}} $t(save) \${alert(4)}`;

const TEXTS = {
  // Without a space at which a line could be broken.
  name: `"><svg/onload=alert(5)>{{x}}$t(save)${RIGHT_TO_LEFT}${'W'.repeat(15)}`,
  text: `${EVIL} ${RIGHT_TO_LEFT}${'W'.repeat(80)}`,
};

/** What a page is asked for that a person may be led to by a link. */
const LINKS: { address: string; viewer: Viewer }[] = [
  { address: '/sign-in?next=javascript:alert(8)', viewer: 'anonymous' },
  { address: '/stores/:store/customers?q=%3Cimg%20src%3Dx%20onerror%3Dalert(7)%3E', viewer: 'owner' },
  { address: '/developers/:developer/apps/:app/webhooks?tab=log', viewer: 'developer' },
];

const every = [...(await everyPage()), ...LINKS];

/** Tests pages full of texts that could do harm. @param isChosen which pages, by their address */
export function testHostileTexts(isChosen: (address: string) => boolean): void {
  const pages = every.filter(({ address }) => isChosen(address));
  describeInBrowser('texts made to harm', () => {
    let browser: Browser;
    let world: FilledWorld;
    let viewers: Record<Viewer, BrowserContext>;

    beforeAll(async () => {
      browser = await startChromium();
      world = await newFilledWorld(gateway, TEXTS);
      viewers = await viewersOf(world, browser, gateway, { width: 360 });
    }, 120_000);
    afterAll(() => browser.close());

    test.each(pages)(
      'are shown as they are, and fit a phone and a desk: $address',
      async ({ address, viewer }) => {
        const page = await pageOf(viewers[viewer]);
        await page.goto(filledAddress(address, world.ids));
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
        await page.close();
      },
    );
  });
}

const isTooWide = (page: Page) => page.evaluate('document.scrollingElement.scrollWidth > window.innerWidth');
