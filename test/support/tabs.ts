import type { BrowserContext, Page } from 'playwright-core';
import { pageOf } from './chromium.ts';

/** Navigates like a link of the application. */
const GO_TO = `(address) => {
  history.pushState({}, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: {} }));
}`;

/** Loads a page by its address in a new tab. */
export async function loadPage(profile: BrowserContext, address: string): Promise<Page> {
  const page = await pageOf(profile);
  await page.goto(address);
  return page;
}

/** Tabs in which viewers navigate within the application, which takes a quarter of the time of loading each page. */
export class Tabs {
  readonly #free = new Map<BrowserContext, Page>();

  /** Opens a page in the kept tab of a profile, if it has one. */
  async open(profile: BrowserContext, address: string): Promise<Page> {
    const kept = this.#free.get(profile);
    if (kept === undefined) return loadPage(profile, address);
    this.#free.delete(profile);
    await kept.evaluate(GO_TO, address);
    return kept;
  }

  /** Keeps a tab for the next page. One of a failed test is not kept. */
  keep(page: Page): void {
    this.#free.set(page.context(), page);
  }
}
