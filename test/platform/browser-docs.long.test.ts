// covers: gateway
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { expectAccessible, isTooWide, openPage, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';

const [gateway] = platform().gateways;

describeInBrowser('the documentation in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  test('a search starts with a key, suggests sections while typing, and Escape closes it', async () => {
    const page = await openPage(browser, gateway);
    await page.goto('/docs/oauth');
    const suggestions = page.locator('.suggestions');
    await page.keyboard.press('/');
    await page.keyboard.type('idempotency');
    await suggestions.getByRole('link', { name: /^Writing › Exactly once/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await suggestions.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('refresh');
    await suggestions.getByRole('link', { name: 'OAuth, step by step › 5. Refresh' }).click();
    await page.waitForURL('**/docs/oauth#5-refresh');
    await page.context().close();
  });

  test('the search box is a form that works without scripts', async () => {
    const context = await browser.newContext({ baseURL: gateway, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/docs');
    await page.getByRole('searchbox').fill('insufficient_stock');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/search?q=insufficient_stock');
    await page.getByRole('link', { name: 'conflict', exact: true }).click();
    await page.getByRole('heading', { name: 'conflict', exact: true }).waitFor();
    await context.close();
  });

  test.each([360, 820, 1280])('no page is wider than a screen of %i pixels', async (width) => {
    for (const theme of ['light', 'dark'] as const) {
      const page = await openPage(browser, gateway, { width, theme });
      for (const path of [
        '',
        '/quick-start',
        '/reference',
        '/reference/2026-10/products',
        '/search?q=stock',
      ]) {
        await page.goto(`/docs${path}`);
        await expectAccessible(page);
        expect([path, await isTooWide(page)]).toEqual([path, false]);
      }
      await page.context().close();
    }
  });
});
