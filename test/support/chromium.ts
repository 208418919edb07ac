import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { ConsoleClient } from './console-client.ts';
import type { Account } from './platform.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
];

const placeOf = (): string | undefined =>
  [
    process.env['CHROMIUM'] ?? '',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => file !== '' && existsSync(file));

/** Finds Chromium, or has the system install it when it may. @returns why it cannot be had; undefined when it can */
export async function provideChromium(): Promise<string | undefined> {
  if (placeOf() !== undefined) return undefined;
  if (process.getuid?.() !== 0) return 'there is none, and only root can install it (CHROMIUM names another)';
  try {
    await apt('update', '-qq');
    await apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  } catch (error) {
    return `apt-get says: ${(error as Error).message.trim().split('\n').at(-1)}`;
  }
  return placeOf() === undefined ? 'apt-get installed none' : undefined;
}

const apt = (...args: string[]) =>
  promisify(execFile)('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });

/** What a page looks at the platform through. */
export interface View {
  width?: number;
  height?: number;
  /** The browser's language. */
  locale?: string;
  theme?: 'light' | 'dark';
}

/** Starts Chromium. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: placeOf()!, args: FLAGS });

/** A page of a browser profile of its own. What the pages' policy refuses and scripts' errors fail the test: `problemsOf`. */
export const openPage = async (browser: Browser, gateway: string, view: View = {}): Promise<Page> =>
  pageOf(await openProfile(browser, gateway, view));

/** A browser profile: what its pages have in common are cookies and what they keep. */
export async function openProfile(
  browser: Browser,
  gateway: string,
  view: View = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: gateway,
    locale: view.locale ?? 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    colorScheme: view.theme ?? 'light',
    reducedMotion: 'reduce',
    viewport: { width: view.width ?? 1280, height: view.height ?? 800 },
  });
  context.setDefaultTimeout(30_000);
  return context;
}

/** A page of a profile. */
export async function pageOf(profile: BrowserContext): Promise<Page> {
  const page = await profile.newPage();
  watch(page);
  return page;
}

const problems = new WeakMap<Page, string[]>();
/** Requests of a page that have not been answered. */
const inFlight = new WeakMap<Page, Set<Request>>();
/** After so long without a request what follows from the last answer has been asked for. */
const QUIET_MS = 60;

function watch(page: Page): void {
  const found: string[] = [];
  problems.set(page, found);
  const requests = new Set<Request>();
  inFlight.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Refused requests are part of a test; what the policy refuses never is.
    if (/Content.Security.Policy|Refused to/i.test(message.text())) found.push(message.text());
  });
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** What went wrong in a page since it was opened: uncaught errors, what the policy refused, dialogs. */
export const problemsOf = (page: Page): string[] => problems.get(page) ?? [];

/** Gives the page's browser a session of that person, without the way through the form. */
export async function signedIn(page: Page, gateway: string, person: Account): Promise<Page> {
  await signIn(page.context(), gateway, person);
  return page;
}

/** Gives a profile a session of that person. */
export async function signIn(profile: BrowserContext, gateway: string, person: Account): Promise<void> {
  const { cookie } = await ConsoleClient.of(gateway, person);
  const [name, value] = cookie.split('=') as [string, string];
  await profile.addCookies([{ name, value, url: gateway, httpOnly: true, sameSite: 'Lax' }]);
}

/** Waits until the page has read all that it shows. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState();
  const requests = inFlight.get(page)!;
  for (let quietMs = 0; quietMs < QUIET_MS; quietMs = requests.size === 0 ? quietMs + 20 : 0)
    await page.waitForTimeout(20);
  await page
    .locator('[aria-busy=true]')
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
}

/**
 * Nothing in the page keeps people out (WCAG 2.1 A and AA, what axe calls serious or critical), and nothing went wrong in it. axe
 * takes seconds of CPU: it looks at the long level only, which runs the browser's tests again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  const serious = atLongLevel ? await seriousViolations(page) : [];
  const wrong = [...serious, ...problemsOf(page)];
  if (wrong.length > 0) throw new Error(`${page.url()}:\n${wrong.join('\n')}`);
}

async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`).join(' | ')}`,
    );
}
