import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Actions of a person for a task; a scan is none. */
export interface Actions {
  clicks: number;
  keys: number;
}

/** Runs in each document. A click without `detail` is made by a key. */
const COUNT = `{
  const count = (name) => sessionStorage.setItem(name, Number(sessionStorage.getItem(name) ?? 0) + 1);
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) count('clicks'); }, true);
  addEventListener('keydown', () => count('keys'), true);
}`;

/** Counts clicks and keys in all documents that the page opens from now on. */
export const countActions = (page: Page): Promise<unknown> => page.addInitScript(COUNT);

/** Actions on a page, whose actions are counted, while `run` runs. */
export async function actionsDuring(page: Page, run: () => Promise<void>): Promise<Actions> {
  await page.evaluate(`sessionStorage.clicks = sessionStorage.keys = 0`);
  await run();
  const [clicks, keys] = await page.evaluate<[number, number]>(
    `[sessionStorage.clicks, sessionStorage.keys].map(Number)`,
  );
  return { clicks, keys };
}

/** Actions that docs/pages.md states for a task. */
export async function documentedActions(task: string): Promise<Actions> {
  const text = await readFile('docs/pages.md', 'utf8');
  const row = text.split('\n').find((line) => line.startsWith(`| ${task} `));
  const found = /(\d+) clicks?, (\d+) keys?/.exec(row ?? '');
  if (found === null) throw new Error(`docs/pages.md has no row "${task}".`);
  return { clicks: Number(found[1]), keys: Number(found[2]) };
}
