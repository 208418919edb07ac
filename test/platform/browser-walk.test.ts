import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expectAccessible, pageOf, problemsOf, startChromium, type View } from '../support/chromium.ts';
import { everyPage, filledAddress, type Viewer } from '../support/every-page.ts';
import { newFilledWorld, type FilledWorld } from '../support/filled-world.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { viewersOf } from '../support/viewers.ts';

const [gateway] = platform().gateways;
const pages = await everyPage();

const VIEWS: (View & { lang: string; width: number })[] = [
  { lang: 'es', locale: 'es-AR', theme: 'light', width: 1280 },
  { lang: 'en', locale: 'en-US', theme: 'dark', width: 360 },
];

describeInBrowser('every page', () => {
  let browser: Browser;
  let world: FilledWorld;
  /** Of each view. */
  let viewers: Record<Viewer, BrowserContext>[];

  beforeAll(async () => {
    browser = await startChromium();
    world = await newFilledWorld(gateway, { name: 'Mate imperial', text: 'Con virola de alpaca.' });
    viewers = await Promise.all(VIEWS.map((view) => viewersOf(world, browser, gateway, view)));
  }, 120_000);
  afterAll(() => browser.close());

  test.each(pages)(
    'is whole for $viewer in both languages, wide and narrow: $address',
    async ({ address, viewer }) => {
      const path = filledAddress(address, world.ids);
      await Promise.all(
        VIEWS.map(async ({ lang, width }, at) => {
          const page = await pageOf(viewers[at]![viewer]);
          const errors = errorsOf(page);
          await page.goto(path);
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
          await page.close();
        }),
      );
    },
  );
});

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
