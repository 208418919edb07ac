import type { Landing, Page, PlainBrowser } from './browser.ts';
import type { Account, DemoApp } from './platform.ts';

/** A challenge that is as long as it must be; for requests whose code nobody exchanges. */
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** The parameters of a good authorization request. */
export const goodRequest = (app: DemoApp): Record<string, string> => ({
  client_id: app.client_id,
  redirect_uri: app.redirect_uri,
  response_type: 'code',
  state: 'st-4711',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
});

/** Where an app sends a merchant; a parameter that is undefined is left out. */
export function authorizationUrl(
  gateway: string,
  app: DemoApp,
  changes: Record<string, string | undefined> = {},
  more: [string, string][] = [],
): string {
  const pairs = Object.entries({ ...goodRequest(app), ...changes });
  const given = pairs.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${gateway}/oauth/apps/authorize?${new URLSearchParams([...given, ...more]).toString()}`;
}

/** The page that a navigation ended at. */
export function pageOf(landing: Landing): Page {
  if ('page' in landing) return landing.page;
  throw new Error(`not a page of ours but ${landing.left.href}`);
}

/** The redirect that a navigation ended with. */
export function leftFor(landing: Landing): URL {
  if ('left' in landing) return landing.left;
  throw new Error(`not a redirect but a page: ${landing.page.text.slice(0, 500)}`);
}

/** Signs in on the page that asks for it. */
export async function signIn(browser: PlainBrowser, page: Page, { email, password }: Account): Promise<Page> {
  return pageOf(await browser.submit(page, { email, password }));
}

/** Opens a request as that person, up to the page after the sign-in. */
export async function consentPage(browser: PlainBrowser, url: string, person: Account): Promise<Page> {
  const page = pageOf(await browser.open(url));
  return page.document.querySelector('[name="password"]') ? signIn(browser, page, person) : page;
}
