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

/**
 * Runs in the page: records the longest event of each interaction, as INP is defined, and the times of the last key or
 * click and of the paint after which nothing was loading any more.
 */
const WATCH = `
  globalThis.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0)
        interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  globalThis.actedAt = 0;
  globalThis.shownAt = 0;
  for (const type of ['keydown', 'click'])
    addEventListener(type, ({ timeStamp }) => { actedAt = timeStamp; }, { capture: true });
  let loading = false;
  new MutationObserver(() => {
    const before = loading;
    loading = document.querySelector('[aria-busy=true], [data-loading=true]') !== null;
    if (before && !loading)
      requestAnimationFrame(() => setTimeout(() => { if (!loading) shownAt = performance.now(); }));
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy', 'data-loading'] });
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
    searches.push(await timed(page, () => field.pressSequentially(text, { delay: KEY_MS })));
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

/** Runs an action. @returns the time from its last key or click until its result is painted, in ms */
async function timed(page: Page, act: () => Promise<unknown>): Promise<number> {
  await act();
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => (shownAt > actedAt ? resolve(shownAt - actedAt) : setTimeout(look, 50));
    look();
  })`);
}
