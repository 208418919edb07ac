import { untilAvailable } from './api.ts';
import type { Landing, Page, PlainBrowser } from './browser.ts';
import type { Account, DemoApp } from './platform.ts';

/** A PKCE challenge of valid length, for requests whose code is never exchanged. */
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Parameters of a valid authorization request. */
export const validRequest = (app: DemoApp): Record<string, string> => ({
  client_id: app.client_id,
  redirect_uri: app.redirect_uri,
  response_type: 'code',
  state: 'st-4711',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
});

/** The authorization URL of an app; undefined parameters are omitted. */
export function authorizationUrl(
  gateway: string,
  app: DemoApp,
  changes: Record<string, string | undefined> = {},
  more: [string, string][] = [],
): string {
  const pairs = Object.entries({ ...validRequest(app), ...changes });
  const given = pairs.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${gateway}/oauth/apps/authorize?${new URLSearchParams([...given, ...more]).toString()}`;
}

/** The page at the end of a navigation. */
export function pageOf(landing: Landing): Page {
  if ('page' in landing) return landing.page;
  throw new Error(`expected a page of the platform, left for ${landing.left.href}`);
}

/** The redirect at the end of a navigation. */
export function redirectOf(landing: Landing): URL {
  if ('left' in landing) return landing.left;
  throw new Error(`expected a redirect, got a page: ${landing.page.text.slice(0, 500)}`);
}

/** Submits the sign-in page. Like a browser's user, it tries again while the platform is overloaded. */
export function submitSignIn(
  browser: PlainBrowser,
  page: Page,
  { email, password }: Account,
): Promise<Landing> {
  return untilAvailable(
    () => browser.submit(page, { email, password }),
    (landing) => ('page' in landing ? landing.page : undefined),
  );
}

/** Submits the sign-in page, and stays on the platform's pages. */
export async function signIn(browser: PlainBrowser, page: Page, account: Account): Promise<Page> {
  return pageOf(await submitSignIn(browser, page, account));
}

/** Opens an authorization request as a person, up to the page after the sign-in. */
export async function consentPage(browser: PlainBrowser, url: string, person: Account): Promise<Page> {
  const page = pageOf(await browser.open(url));
  return page.document.querySelector('[name="password"]') ? signIn(browser, page, person) : page;
}
