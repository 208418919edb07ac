import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openPage, ensureChromium, settled, startChromium } from '../support/chromium.ts';
import { startReceiver } from './receiver.ts';
import { makeTraffic } from './traffic.ts';
import { openDemo, type Demo } from './demo.ts';
import { pictures } from './pages.ts';
import type { Picture } from './picture.ts';

/**
 * `pnpm docs:screenshots [names…]`: takes screenshots of the running local stack with its demo data into
 * docs/images. `--data DIR` selects another stack's directory, `--out DIR` another output folder. Date fields
 * are drawn in the language of Chromium itself: LANGUAGE=es-419 and the package chromium-l10n make them
 * Argentine.
 */

const TRIES = 4;

/**
 * Takes a screenshot; repeats it when an asset of the page failed to load, for example because the machine's
 * network changed.
 */
async function take(browser: Browser, demo: Demo, picture: Picture, folder: string): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    const page = await openPicture(browser, demo, picture);
    let lost = false;
    page.on('requestfailed', (request) => {
      // Product images of the demo do not exist, and pages abort requests that they no longer need.
      lost ||= request.url().startsWith(`${demo.gateway}/assets/`) && left > 1;
    });
    try {
      await show(page, demo, picture);
      if (lost) continue;
      await page.screenshot({ path: `${folder}/${picture.name}.png` });
      return;
    } catch (error) {
      if (!lost) throw error;
    } finally {
      await page.context().close();
    }
  }
}

async function openPicture(browser: Browser, demo: Demo, picture: Picture): Promise<Page> {
  const { who, width = 1280, height = width < 600 ? 740 : 800 } = picture;
  const page = await openPage(browser, demo.gateway, { ...picture, width, height });
  if (who !== undefined) {
    const { cookie } = await demo.as(who);
    const [key, value] = cookie.split('=') as [string, string];
    await page.context().addCookies([{ name: key, value, url: demo.gateway }]);
  }
  return page;
}

async function show(page: Page, demo: Demo, { path, find, click = [], act }: Picture): Promise<void> {
  const address = find === undefined ? path : await find(demo);
  await page.goto(
    address
      .replace(':store', demo.store)
      .replace(':developer', demo.developer)
      .replace(':app', demo.apps[0]!.client_id),
  );
  await drawn(page);
  for (const target of click) {
    await page.getByRole(target.role, { name: target.name }).first().click();
    await drawn(page);
  }
  await act?.(page);
  await drawn(page);
}

/** Waits until a page has loaded and its animations have ended. */
async function drawn(page: Page): Promise<void> {
  await settled(page);
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  // Hover effects and transitions take time.
  await page.waitForTimeout(300);
  await settled(page);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '.local' }, out: { type: 'string', default: 'docs/images' } },
});
const missing = await ensureChromium();
if (missing !== undefined) throw new Error(`Chromium is unavailable: ${missing}`);
const demo = await openDemo(values.data);
await mkdir(values.out, { recursive: true });
const receiver = await startReceiver(demo);
await makeTraffic(demo, receiver.behavior);
const browser = await startChromium();
for (const picture of pictures) {
  if (positionals.length > 0 && !positionals.includes(picture.name)) continue;
  try {
    await take(browser, demo, picture, values.out);
    process.stdout.write(`${values.out}/${picture.name}.png\n`);
  } catch (error) {
    process.stderr.write(`${picture.name}: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
await browser.close();
receiver.close();
