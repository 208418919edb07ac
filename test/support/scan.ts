import type { Page } from 'playwright-core';

/**
 * Types a code as a scanner does: all keys at once by the timestamps of the browser's events, wherever the focus is, with
 * Enter at the end. On a busy machine, the keys themselves arrive more slowly.
 */
export async function scanCode(page: Page, code: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const from = Date.now() / 1_000;
  await Promise.all(
    [...Array.from(code), 'Enter'].flatMap((key, n) => {
      const timestamp = from + n / 100;
      const text = key === 'Enter' ? '\r' : key;
      return [
        devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, timestamp }),
        devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp }),
      ];
    }),
  );
  await devtools.detach();
}
