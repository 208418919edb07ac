// covers: gateway, services/auth
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '@commerce/public-api/scopes.ts';
import { authSql } from '../support/auth-database.ts';
import { authorizationUrl, consentPage, redirectOf, pageOf, signIn } from '../support/authorization.ts';
import { filledForm, formRequest, PlainBrowser, type Page } from '../support/browser.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { join, newPerson, newStore, type TestStore } from '../support/new-store.ts';
import { openOperations } from '../support/operations.ts';
import { platform, type DemoApp } from '../support/platform.ts';

const [gateway] = platform().gateways;
const EVIL = `<script>alert(1)</script>"'&<b x="`;

let app: DemoApp;
let store: TestStore;

beforeAll(async () => {
  app = await newApp();
  store = await newStore('enterprise');
});

const consentRows = async (): Promise<number> =>
  (await authSql('select from consent_request where app_id = $1', [app.client_id])).length;
const titleOf = (page: Page): string => page.document.querySelector('h1')!.text;
const open = async (browser: PlainBrowser, overrides = {}): Promise<Page> =>
  pageOf(await browser.open(authorizationUrl(gateway, app, overrides)));

describe('signing in', () => {
  test('a wrong password and an unknown email show the same message, and the right credentials continue', async () => {
    const browser = new PlainBrowser(gateway);
    const page = await open(browser);
    const wrong = await signIn(browser, page, { ...store.owner, password: 'wrong' });
    const unknown = await signIn(browser, page, { email: 'unknown@example.com', password: 'wrong' });
    expect([wrong.status, unknown.status]).toEqual([422, 422]);
    const messages = [wrong, unknown].map((each) => each.document.querySelector('[role=alert]')!.text);
    expect(messages[0]).toBe('El correo electrónico o la contraseña no son correctos.');
    expect(messages[1]).toBe(messages[0]);
    expect(wrong.document.querySelector('[name=email]')!.getAttribute('value')).toBe(store.owner.email);
    expect(wrong.text).not.toContain('value="wrong"');
    const right = await signIn(browser, wrong, store.owner);
    expect(right.document.querySelector('[value=allow]')).not.toBeNull();
  });

  test('after ten failed attempts even the right password gets 429 with Retry-After', async () => {
    const person = await newPerson();
    const browser = new PlainBrowser(gateway);
    const page = await open(browser);
    const statuses = [];
    for (let i = 0; i < 10; i++)
      statuses.push((await signIn(browser, page, { ...person, password: 'wrong' })).status);
    expect(statuses).toEqual(Array(10).fill(422));
    const limited = await signIn(browser, page, person);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited.headers.getSetCookie()).toEqual([]);
  });

  test('the sign-in cookies are HttpOnly and SameSite=Lax', async () => {
    const response = await fetch(authorizationUrl(gateway, app), { redirect: 'manual' });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^commerce_browser=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

/** A browser that selects the given store wherever there is a choice. */
function chooser(browser: PlainBrowser, storeId: string): PlainBrowser {
  const go = browser.open.bind(browser);
  browser.open = async (url) => {
    const landing = await go(url);
    const choosing = 'page' in landing && landing.page.document.querySelector('input[type=radio]');
    return choosing ? browser.submit(landing.page, { store: storeId }) : landing;
  };
  return browser;
}

describe('consent decision', () => {
  test('a team user sees that only the owner can consent, and cannot accept', async () => {
    const teamUser = await newPerson();
    await join(teamUser, store.id, 'manager');
    const browser = new PlainBrowser(gateway);
    const page = await consentPage(browser, authorizationUrl(gateway, app), teamUser);
    expect(titleOf(page)).toBe('Solo el titular puede conectar apps');
    expect(page.document.querySelector('.card')!.text).toContain(store.name);
    expect(page.document.querySelector('[value=allow]')).toBeNull();
    // A forged form does not work either.
    const { action, values } = filledForm(page, { decision: 'deny' });
    values.set('decision', 'allow');
    values.set('store', store.id);
    const request = formRequest(values, { cookie: await browser.cookies() });
    const forced = await fetch(action, { ...request, redirect: 'manual' });
    expect(forced.headers.get('location')).toBe(new URL(action).pathname);
    const back = redirectOf(await browser.submit(page, { decision: 'deny' }));
    expect(back.searchParams.get('error')).toBe('access_denied');
  });

  test('the owner of several stores chooses one of them and cannot choose a foreign store', async () => {
    const one = await newStore('professional', { name: 'Uno' });
    const two = await newStore('professional', { name: 'Dos', owner: one.owner });
    const client = new AppClient(gateway, app);
    const browser = new PlainBrowser(gateway);
    const choice = await consentPage(browser, authorizationUrl(gateway, app), one.owner);
    const offered = choice.document.querySelectorAll('[name=store]').map((e) => e.getAttribute('value'));
    expect(new Set(offered)).toEqual(new Set([one.id, two.id]));
    const foreign = pageOf(await browser.submit(choice, { store: store.id }));
    expect(foreign.document.querySelector('[value=allow]')).toBeNull();
    const page = pageOf(await browser.submit(choice, { store: two.id }));
    expect(titleOf(page)).toContain('Dos');
    const forced = pageOf(await browser.submit(page, { decision: 'allow', store: store.id }));
    expect(forced.document.querySelectorAll('[name=store]')).toHaveLength(2);
    const { parameters, verifier } = await client.authorize(one.owner, undefined, chooser(browser, two.id));
    expect((await client.exchange(parameters, verifier)).store).toEqual({ id: two.id, name: 'Dos' });
  });
});

/** Posts the consent form of a page without a browser. */
async function send(page: Page, cookie: string | undefined, headers = {}, changes = {}): Promise<Response> {
  const { action, values } = filledForm(page, { decision: 'allow', ...changes });
  const request = formRequest(values, { ...(cookie === undefined ? {} : { cookie }), ...headers });
  return fetch(action, { ...request, redirect: 'manual' });
}

const expectRefused = async (response: Response): Promise<void> => {
  expect([403, 410]).toContain(response.status);
  expect(response.headers.get('location')).toBeNull();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
};

describe('cross-site request forgery', () => {
  async function shown(): Promise<{ page: Page; browser: PlainBrowser; cookie: string }> {
    const browser = new PlainBrowser(gateway);
    const page = await consentPage(browser, authorizationUrl(gateway, app), store.owner);
    return { page, browser, cookie: await browser.cookies() };
  }

  test('a consent form is refused without cookies, with those of another browser, or with only some of its own', async () => {
    const { page, cookie, browser } = await shown();
    const other = await shown();
    await expectRefused(await send(page, undefined));
    await expectRefused(await send(page, other.cookie));
    const [first, second] = cookie.split('; ');
    for (const half of [first, second]) await expectRefused(await send(page, half));
    // None of the attempts was recorded as a decision.
    redirectOf(await browser.submit(page, { decision: 'allow' }));
  });

  test('a consent form of another browser is refused in a different session', async () => {
    const { page, cookie } = await shown();
    const other = await shown();
    const csrf = filledForm(other.page, { decision: 'allow' }).values.get('csrf')!;
    await expectRefused(await send(page, cookie, {}, { csrf }));
    await expectRefused(await send(page, cookie, {}, { csrf: '' }));
    await expectRefused(await send(page, cookie, {}, { csrf: `${csrf}x` }));
  });

  test.each([
    ['another site, by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site origin', { 'sec-fetch-site': 'same-site' }],
    ['no site', { 'sec-fetch-site': 'none' }],
    ['another site, by its Origin', { origin: 'https://evil.example' }],
    ['another port of our host, by its Origin', { origin: 'http://127.0.0.1:1' }],
  ])('a consent form sent from %s is refused', async (_where, headers) => {
    const { page, cookie } = await shown();
    await expectRefused(await send(page, cookie, headers));
  });

  test.each([[{ origin: 'null' }], [{ origin: gateway }], [{ 'sec-fetch-site': 'same-origin' }]])(
    'a consent form with the same-origin headers %j is accepted',
    async (headers) => {
      const { page, cookie } = await shown();
      expect((await send(page, cookie, headers)).status).toBe(303);
    },
  );

  test('the sign-in form has the same protection', async () => {
    const browser = new PlainBrowser(gateway);
    const page = await open(browser);
    const { action, values } = filledForm(page, { email: store.owner.email, password: store.owner.password });
    const response = await fetch(action, { ...formRequest(values), redirect: 'manual' });
    await expectRefused(response);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('a consent form sent again, or with another decision, yields no code', async () => {
    const { page, browser } = await shown();
    redirectOf(await browser.submit(page, { decision: 'allow' }));
    expect(pageOf(await browser.submit(page, { decision: 'deny' })).status).toBe(410);
    await authSql(
      "update consent_request set decided_at = decided_at - interval '11 s' where app_id = $1 and decision = 'allow'",
      [app.client_id],
    );
    expect(pageOf(await browser.submit(page, { decision: 'allow' })).status).toBe(410);
    expect(pageOf(await browser.open(page.url)).status).toBe(410);
  });

  test('another browser that knows the URL of a consent page does not see it', async () => {
    const { page } = await shown();
    const otherBrowser = pageOf(await new PlainBrowser(gateway).open(page.url));
    expect(otherBrowser.status).toBe(410);
    expect(otherBrowser.text).not.toContain('Test app');
  });

  test('100 anonymous authorization requests write no row to the database', async () => {
    const before = await consentRows();
    for (let round = 0; round < 5; round++) {
      const pages = await Promise.all(Array.from({ length: 20 }, () => open(new PlainBrowser(gateway))));
      expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200));
    }
    expect(await consentRows()).toBe(before);
  });

  test('an app suspended while its consent page is open is not connected', async () => {
    const suspended = await newApp();
    const browser = new PlainBrowser(gateway);
    const page = await consentPage(browser, authorizationUrl(gateway, suspended), store.owner);
    const operations = openOperations();
    await operations.call.suspendApp(operations.ctx(), { appId: suspended.client_id });
    operations.close();
    expect(pageOf(await browser.submit(page, { decision: 'allow' })).status).toBe(403);
  });
});

describe('OAuth pages', () => {
  const logoUrl = 'https://cdn.example.com/logo.png';

  /** Every kind of page with its status. */
  async function pages(): Promise<Page[]> {
    const hostile = await newApp(['read_products'], { name: `${EVIL} ${randomUUID()}`, logoUrl });
    const evilStore = await newStore('demo', { name: EVIL });
    const teamUser = await newPerson();
    await join(teamUser, evilStore.id, 'manager');
    const url = authorizationUrl(gateway, hostile);
    const browser = new PlainBrowser(gateway);
    const signInPage = pageOf(await browser.open(url));
    const wrong = await signIn(browser, signInPage, { email: `${EVIL}@x.example`, password: EVIL });
    const consent = await signIn(browser, wrong, evilStore.owner);
    const team = await consentPage(new PlainBrowser(gateway), url, teamUser);
    const bad = pageOf(await browser.open(authorizationUrl(gateway, hostile, { client_id: EVIL })));
    const gone = pageOf(await browser.open(`${gateway}/oauth/apps/consent/${encodeURIComponent(EVIL)}`));
    expect([signInPage, wrong, consent, team, bad, gone].map((page) => page.status)).toEqual([
      200, 422, 200, 200, 400, 410,
    ]);
    expect(titleOf(consent)).toContain(EVIL);
    expect(team.document.querySelector('.card')!.text).toContain(EVIL);
    return [signInPage, wrong, consent, team, bad, gone];
  }

  test('the pages escape names of apps, stores and people and have the security headers', async () => {
    for (const page of await pages()) {
      expect(page.document.querySelectorAll('script, iframe, object, embed, base, link, [onclick]')).toEqual(
        [],
      );
      expect(page.document.querySelectorAll('b')).toEqual([]);
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toMatch(/^default-src 'none';/);
      expect(policy).toMatch(/style-src 'sha256-[A-Za-z0-9+/]{43}='/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toMatch(/form-action 'self'/);
      expect(policy).not.toMatch(/script-src|unsafe|\*;| \*$/);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-request-id': expect.any(String),
      });
      expect([...page.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test.each([
    ['es', 'es-AR,es;q=0.9,en;q=0.8', 'quiere conectarse a', 'Conectar', 'Ingresar'],
    ['en', 'en-GB,en;q=0.9', 'wants to connect to', 'Connect', 'Sign in'],
    ['es', 'de', 'quiere conectarse a', 'Conectar', 'Ingresar'],
  ] as const)(
    'the OAuth pages are in %s for the Accept-Language %s',
    async (language, accepted, title, allow, enter) => {
      const browser = new PlainBrowser(gateway, { 'accept-language': accepted });
      const own = await newApp();
      const first = pageOf(await browser.open(authorizationUrl(gateway, own)));
      expect(first.document.querySelector('button')!.text).toBe(enter);
      const page = await signIn(browser, first, store.owner);
      expect(page.document.querySelector('html')!.getAttribute('lang')).toBe(language);
      expect(titleOf(page)).toBe(`Test app ${title} ${store.name}`);
      expect(page.document.querySelector('[value=allow]')!.text).toBe(allow);
      const shown = page.document.querySelectorAll('li[data-scope]').map((item) => item.text.trim());
      expect(shown).toEqual(Object.values(SCOPES).map((texts) => texts[language]));
    },
  );
});
