import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expectAccessible, pageOf, problemsOf, startChromium, type View } from './chromium.ts';
import { everyPage, filledAddress, type Viewer } from './every-page.ts';
import { newFilledWorld, type FilledWorld } from './filled-world.ts';
import { describeInBrowser } from './in-browser.ts';
import { platform } from './platform.ts';
import { viewersOf } from './viewers.ts';

const [gateway] = platform().gateways;
const pages = await everyPage();

/** What the pages are looked at through. */
export type WalkView = View & { lang: string; width: number };

/** How the pages are gone through. */
interface Walk {
  views: WalkView[];
  /** Each is opened by its address; otherwise a viewer has one tab, and goes from page to page within the application. */
  byAddress: boolean;
}

/** Tests every page of the application in each view. */
export function testEveryPage({ views, byAddress }: Walk): void {
  describeInBrowser('every page', () => {
    let browser: Browser;
    let world: FilledWorld;
    /** Of each view. */
    let viewers: Record<Viewer, BrowserContext>[];
    const tabs = new Map<BrowserContext, Page>();

    beforeAll(async () => {
      browser = await startChromium();
      world = await newFilledWorld(gateway, { name: 'Mate imperial', text: 'Con virola de alpaca.' });
      viewers = await Promise.all(views.map((view) => viewersOf(world, browser, gateway, view)));
    });
    afterAll(() => browser.close());

    const openAt = async (profile: BrowserContext, address: string): Promise<Page> => {
      const tab = byAddress ? undefined : tabs.get(profile);
      const page = tab ?? (await pageOf(profile));
      tabs.set(profile, page);
      if (tab === undefined) await page.goto(address);
      else await page.evaluate(GO_TO, address);
      return page;
    };

    test.each(pages)('is whole for $viewer: $address', async ({ address, viewer }) => {
      await Promise.all(
        views.map(async ({ lang, width }, at) => {
          const page = await openAt(viewers[at]![viewer], filledAddress(address, world.ids));
          const errors = errorsOf(page);
          // What is not there, or not for this person, has no such heading.
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await expectAccessible(page);
          const seen = {
            lang: await page.locator('html').getAttribute('lang'),
            headings: await page.getByRole('heading', { level: 1 }).count(),
            isTooWide: await page.evaluate(`document.scrollingElement.scrollWidth > ${width}`),
            problems: problemsOf(page),
            errors,
          };
          expect(seen).toEqual({ lang, headings: 1, isTooWide: false, problems: [], errors: [] });
          if (byAddress) await page.close();
        }),
      );
    });
  });
}

/** Goes to another page as a link of the application does. */
const GO_TO = `(address) => {
  history.pushState({}, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: {} }));
}`;

/** What a page's console tells as errors from now on: refused requests, and texts that do not exist. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    // A network of the machine came or went: Chromium breaks off what it fetches, and asks again.
    if (message.text().includes('ERR_NETWORK_CHANGED')) return;
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  return errors;
}
