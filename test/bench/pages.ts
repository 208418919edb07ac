import type { Browser, Page } from 'playwright-core';
import { openPage, ensureChromium, settled, signedIn, startChromium } from '../support/chromium.ts';
import type { Case, Figures } from './case.ts';

/** The lists of the back office, with two search terms each. */
const LISTS: Record<string, [string, string]> = {
  products: ['remera', 'zapa'],
  prices: ['remera', 'zapa'],
  stock: ['remera', 'zapa'],
  orders: ['gonz', 'rodri'],
  customers: ['gonz', 'rodri'],
};

/** Number of further pages loaded below the first, so that the painted list grows. */
const MORE = 4;
/** Pause between the keys of a fast typist, in ms. */
const KEY_MS = 80;

/** Runs in the page: records the longest event of each interaction, as INP is defined. */
const WATCH = `
  globalThis.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0)
        interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/**
 * The lists of the back office in Chromium, as their owner uses them. INP (Interaction to Next Paint) is the slowest
 * interaction, in ms, because there are less than 50 (https://web.dev/articles/inp).
 */
export const pages: Case[] = Object.entries(LISTS).map(([list, searches]) => ({
  name: `pages-${list}`,
  table: 'pages',
  label: list,
  target: { figure: 'searchMs', atMost: 300 },
  measure: async ({ stack, store }) => {
    const missing = await ensureChromium();
    if (missing !== undefined) throw new Error(`Chromium is unavailable: ${missing}`);
    const browser = await startChromium();
    try {
      const page = await listen(browser, stack.publicUrl);
      await signedIn(page, stack.publicUrl, store.owner);
      await page.goto(`/stores/${store.id}/${list}`);
      return await use(page, searches);
    } finally {
      await browser.close();
    }
  },
}));

async function listen(browser: Browser, origin: string): Promise<Page> {
  const page = await openPage(browser, origin);
  await page.addInitScript({ content: WATCH });
  return page;
}

/** Types one search, then another, and loads more pages. */
async function use(page: Page, texts: string[]): Promise<Figures> {
  await settled(page);
  const field = page.getByRole('searchbox').first();
  const searches: number[] = [];
  for (const text of texts) {
    await field.selectText();
    const type = () => field.pressSequentially(text, { delay: KEY_MS });
    searches.push(await timed(page, type, KEY_MS * text.length));
  }
  await field.selectText();
  await field.press('Backspace');
  // The list without a search is cached and appears after the wait of the field.
  await page.waitForTimeout(500);
  await settled(page);
  const more = page.getByRole('button', { name: 'Cargar más' });
  const mores: number[] = [];
  while (mores.length < MORE && (await more.isVisible())) mores.push(await timed(page, () => more.click()));
  // Event entries are delivered some time after their paint.
  await page.waitForTimeout(500);
  const durations = await page.evaluate<number[]>('[...interactions.values()]');
  return {
    // An interaction that painted within 16 ms has no entry.
    interactions: texts.join('').length + 1 + mores.length,
    inpMs: Math.max(16, ...durations),
    searchMs: Math.max(...searches),
    moreMs: Math.max(0, ...mores),
  };
}

/** Runs an action and waits for its result. @param ownMs duration of the action itself, which is not counted */
async function timed(page: Page, act: () => Promise<unknown>, ownMs = 0): Promise<number> {
  const startedAt = performance.now();
  const answered = page.waitForResponse((response) => response.url().includes('/console/api/'));
  await act();
  await answered;
  await page.locator('[aria-busy=true], [data-loading=true]').first().waitFor({ state: 'detached' });
  return performance.now() - startedAt - ownMs;
}
