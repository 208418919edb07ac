import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openPage, provideChromium, settled, startChromium } from '../support/chromium.ts';
import { startReceiver } from './receiver.ts';
import { makeTraffic } from './traffic.ts';
import { openDemo, type Demo } from './demo.ts';
import { pictures } from './pages.ts';
import type { Picture } from './picture.ts';

/**
 * `pnpm docs:screenshots [names…]`: pictures of the pages of the running local stack with its demo data, into docs/images.
 * `--data DIR` names another stack's directory, `--out DIR` another folder for the pictures.
 */

async function take(browser: Browser, demo: Demo, picture: Picture, folder: string): Promise<void> {
  const { name, who, path, click = [], act, find, width = 1280, height = width < 600 ? 740 : 800 } = picture;
  const address = find === undefined ? path : await find(demo);
  const page = await openPage(browser, demo.gateway, { ...picture, width, height });
  if (who !== undefined) {
    const { cookie } = await demo.as(who);
    const [key, value] = cookie.split('=') as [string, string];
    await page.context().addCookies([{ name: key, value, url: demo.gateway }]);
  }
  await page.goto(
    address
      .replace(':store', demo.store)
      .replace(':developer', demo.developer)
      .replace(':app', demo.apps[0]!.client_id),
  );
  await settled(page);
  for (const target of click) {
    await page.getByRole(target.role, { name: target.name }).first().click();
    await settled(page);
  }
  await act?.(page);
  await settled(page);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.context().close();
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '.local' }, out: { type: 'string', default: 'docs/images' } },
});
const missing = await provideChromium();
if (missing !== undefined) throw new Error(`Chromium cannot be had: ${missing}`);
const demo = await openDemo(values.data);
await mkdir(values.out, { recursive: true });
const receiver = await startReceiver(demo);
await makeTraffic(demo, receiver.behaviour);
const browser = await startChromium();
for (const picture of pictures) {
  if (positionals.length > 0 && !positionals.includes(picture.name)) continue;
  await take(browser, demo, picture, values.out);
  process.stdout.write(`${values.out}/${picture.name}.png\n`);
}
await browser.close();
receiver.close();
