import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expectAccessible, isTooWide, problemsOf, startChromium, type View } from './chromium.ts';
import { everyPage, fillAddress, type Viewer } from './every-page.ts';
import { newFilledWorld, type FilledWorld } from './filled-world.ts';
import { describeInBrowser } from './in-browser.ts';
import { platform } from './platform.ts';
import { loadPage, Tabs } from './tabs.ts';
import { viewersOf } from './viewers.ts';

const [gateway] = platform().gateways;
const pages = await everyPage();

/** View settings of the walk. */
export type WalkView = View & { lang: string; width: number };

/** Options of a walk through the pages. */
interface Walk {
  views: WalkView[];
  /** Opens each page by its address; otherwise a viewer navigates within the application in one tab. */
  byAddress: boolean;
}

/** Tests every page of the application in every view. */
export function testEveryPage({ views, byAddress }: Walk): void {
  describeInBrowser('every page', () => {
    let browser: Browser;
    let world: FilledWorld;
    /** Viewers of each view. */
    let viewers: Record<Viewer, BrowserContext>[];
    const tabs = new Tabs();

    beforeAll(async () => {
      browser = await startChromium();
      world = await newFilledWorld(gateway, { name: 'Mate imperial', text: 'Con virola de alpaca.' });
      viewers = await Promise.all(views.map((view) => viewersOf(world, browser, gateway, view)));
    });
    afterAll(() => browser.close());

    const openAt = (profile: BrowserContext, address: string): Promise<Page> =>
      byAddress ? loadPage(profile, address) : tabs.open(profile, address);

    test.each(pages)(
      'the page renders without problems for $viewer: $address',
      async ({ address, viewer }) => {
        await Promise.all(
          views.map(async ({ lang }, at) => {
            const page = await openAt(viewers[at]![viewer], fillAddress(address, world.ids));
            const errors = errorsOf(page);
            // A missing or forbidden page has no such heading.
            await page.getByRole('heading', { level: 1 }).first().waitFor();
            await expectAccessible(page);
            const seen = {
              lang: await page.locator('html').getAttribute('lang'),
              headings: await page.getByRole('heading', { level: 1 }).count(),
              isTooWide: await isTooWide(page),
              problems: problemsOf(page),
              errors,
            };
            expect(seen).toEqual({ lang, headings: 1, isTooWide: false, problems: [], errors: [] });
            if (byAddress) await page.close();
            else tabs.keep(page);
          }),
        );
      },
    );
  });
}

/** Console errors of a page from now on: failed requests and missing UI strings. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    // The machine's network changed: Chromium aborts and repeats its requests.
    if (message.text().includes('ERR_NETWORK_CHANGED')) return;
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  return errors;
}
