import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';
import { PATIENCE_MS } from '@commerce/service-kit/testing/until.ts';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { ConsoleClient } from './console-client.ts';
import type { Account } from './platform.ts';
import { installsAll, installWithApt } from './tools.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
];

/** Debian's build of Chromium without a window: the same engine at two thirds of the CPU. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

const findChromium = (): string | undefined =>
  [
    process.env['CHROMIUM'] ?? '',
    HEADLESS,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => file !== '' && existsSync(file));

/**
 * Finds Chromium, or installs it with the system's package manager. At the long level and in CI, the headless build is installed also
 * beside another one.
 * @returns why it is unavailable; undefined when it is available
 */
export async function ensureChromium(): Promise<string | undefined> {
  if (findChromium() === undefined || (installsAll && !existsSync(HEADLESS)))
    // Other distributions have a single package.
    await installWithApt('chromium-headless-shell');
  if (findChromium() !== undefined) return undefined;
  const missing = await installWithApt('chromium');
  if (missing !== undefined) return `${missing}; CHROMIUM names another`;
  return findChromium() === undefined ? 'apt-get installed none' : undefined;
}

/** View settings of a browser profile. */
export interface View {
  width?: number;
  height?: number;
  /** The browser's language. */
  locale?: string;
  theme?: 'light' | 'dark';
}

/** Starts Chromium. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium()!, args: FLAGS });

/** A page in a new browser profile. Policy violations and script errors fail the test through `problemsOf`. */
export const openPage = async (browser: Browser, gateway: string, view: View = {}): Promise<Page> =>
  pageOf(await openProfile(browser, gateway, view));

/** A browser profile, whose pages share cookies and storage. */
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
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** A page of a profile. */
export async function pageOf(profile: BrowserContext): Promise<Page> {
  const page = await profile.newPage();
  watch(page);
  return page;
}

const problems = new WeakMap<Page, string[]>();
/** Pending requests of a page. */
const inFlight = new WeakMap<Page, Set<Request>>();
/** Idle time after which the follow-up requests of the last response have been sent. */
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
    // Failed requests are part of a test; policy violations never are.
    if (/Content.Security.Policy|Refused to/i.test(message.text())) found.push(message.text());
  });
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Problems of a page since it was opened: uncaught errors, policy violations, dialogs. */
export const problemsOf = (page: Page): string[] => problems.get(page) ?? [];

/** Signs a person in on the page's browser without the sign-in form. */
export async function signedIn(page: Page, gateway: string, person: Account): Promise<Page> {
  await signIn(page.context(), gateway, person);
  return page;
}

/** Signs a person in on a profile without the sign-in form. */
export async function signIn(profile: BrowserContext, gateway: string, person: Account): Promise<void> {
  const { cookie } = await ConsoleClient.of(gateway, person);
  const [name, value] = cookie.split('=') as [string, string];
  await profile.addCookies([{ name, value, url: gateway, httpOnly: true, sameSite: 'Lax' }]);
}

/** Waits until the page has loaded its data. */
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

/** Reports whether a page is wider than the window, also when its parts that scripts choose have followed it. */
export async function isTooWide(page: Page): Promise<boolean> {
  for (const until = Date.now() + 5_000; Date.now() < until; await page.waitForTimeout(50))
    if (await page.evaluate('document.scrollingElement.scrollWidth <= window.innerWidth')) return false;
  return true;
}

/**
 * Expects no accessibility violations (WCAG 2.1 A and AA, rated serious or critical by axe) and no problems in
 * the page. axe takes seconds of CPU, so it runs only at the long level, which repeats the browser tests.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  const serious = atLongLevel ? await seriousViolations(page) : [];
  const wrong = [...serious, ...problemsOf(page)];
  if (wrong.length > 0) throw new Error(`${page.url()}:\n${wrong.join('\n')}`);
}

async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Without it, axe loads itself a second time, into an empty page, to join the results of frames. The pages have none.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`).join(' | ')}`,
    );
}
