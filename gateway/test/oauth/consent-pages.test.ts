import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { createMembership } from '../../../services/auth/src/seed.ts';
import {
  PASSWORD,
  REDIRECT_URI,
  type TestApp,
  type TestStore,
  VERIFIER,
} from '../../../services/auth/test/support/fixture.ts';
import { OAuthPlatform } from './platform.ts';
import { formOf, PlainBrowser, type Seen } from './plain-browser.ts';

const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

let platform: OAuthPlatform;
let app: TestApp;
let store: TestStore;
let browser: PlainBrowser;

beforeAll(async () => {
  platform = await OAuthPlatform.create();
});
afterAll(() => platform.close());
beforeEach(async () => {
  [app, store] = await Promise.all([platform.auth.newApp(), platform.auth.newStore()]);
  browser = new PlainBrowser(platform);
});

const authorizePath = (scope = 'read_products read_stock'): string =>
  `/oauth/apps/authorize?${new URLSearchParams({
    client_id: app.id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    state: 'xyz',
    scope,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  }).toString()}`;

const consentPageOf = async (scope?: string): Promise<Seen> =>
  browser.signIn(await browser.open(authorizePath(scope)), store.ownerEmail, PASSWORD);
const CONSENT = /consent\/[^/]+$/;

describe('an owner', () => {
  test('signs in, accepts, and returns to the app with a code that can be exchanged', async () => {
    const consent = await consentPageOf();
    expect(consent.text).toContain('App wants to connect to La Tienda');
    expect(consent.text).toContain('<bdi>App</bdi> wants to connect to <bdi>La Tienda</bdi>');
    expect(consent.text).toContain('data-scope="read_products"');
    expect(consent.text).not.toContain('data-scope="write_products"');
    const back = await browser.submit(consent, CONSENT, { decision: 'allow' });
    expect(back.status).toBe(303);
    const url = new URL(back.location!);
    expect(`${url.origin}${url.pathname}`).toBe(REDIRECT_URI);
    expect([...url.searchParams.keys()]).toEqual(['code', 'state', 'iss']);
    expect(url.searchParams.get('state')).toBe('xyz');
    expect(url.searchParams.get('iss')).toBe(platform.publicUrl);
    const token = await platform.post('/oauth/apps/token', {
      grant_type: 'authorization_code',
      code: url.searchParams.get('code')!,
      code_verifier: VERIFIER,
      redirect_uri: REDIRECT_URI,
      client_id: app.id,
      client_secret: app.secret,
    });
    expect(token.status).toBe(200);
  });

  test('who declines returns to the app with access_denied and the state', async () => {
    const back = await browser.submit(await consentPageOf(), CONSENT, { decision: 'deny' });
    const url = new URL(back.location!);
    expect(url.searchParams.get('error')).toBe('access_denied');
    expect(url.searchParams.get('state')).toBe('xyz');
    expect(url.searchParams.has('code')).toBe(false);
  });

  test('can cancel without signing in', async () => {
    const signIn = await browser.open(authorizePath());
    const back = await browser.submit(signIn, CONSENT, { decision: 'deny' });
    expect(new URL(back.location!).searchParams.get('error')).toBe('access_denied');
  });

  test('who is signed in sees the consent page at once', async () => {
    await consentPageOf();
    expect((await browser.open(authorizePath())).text).toContain('value="allow"');
  });

  test('who authorizes again sees the new scopes marked, apart from the current ones', async () => {
    await platform.auth.install(app, store, ['read_products']);
    const consent = await consentPageOf('read_stock');
    expect(consent.text).toContain('wants to reconnect to');
    const [added, kept] = consent.text.split('Current permissions');
    expect(added).toMatch(/data-scope="read_stock"[\s\S]*class="new"/);
    expect(kept).toContain('data-scope="read_products"');
    expect(kept).not.toContain('class="new"');
  });

  test('of several stores chooses one first', async () => {
    const other = await platform.auth.newStore();
    const { prisma, clock } = platform.auth.deps;
    await prisma.acrossStores.store.update({ where: { id: other.id }, data: { name: 'Otra <Tienda>' } });
    const { id: personId } = await prisma.acrossStores.person.findFirstOrThrow({
      where: { email: store.ownerEmail },
    });
    const createdAt = new Date(clock.now());
    await createMembership(prisma, { personId, storeId: other.id, role: 'owner', createdAt });
    const choose = await consentPageOf();
    expect(choose.text).toContain('Otra &lt;Tienda&gt;');
    const { path } = formOf(choose, CONSENT);
    const consent = await browser.open(`${path}?store=${other.id}`);
    const back = await browser.submit(consent, CONSENT, { decision: 'allow' });
    expect(new URL(back.location!).searchParams.has('code')).toBe(true);
  });
});

describe('a person who is not the owner', () => {
  test('sees, as a team member, an explanation with links to the app and to another account', async () => {
    const email = `team-${store.id}@example.com`;
    const { prisma, clock } = platform.auth.deps;
    const personId = await platform.auth.newPerson(email);
    const createdAt = new Date(clock.now());
    await createMembership(prisma, { personId, storeId: store.id, role: 'manager', createdAt });
    const page = await browser.signIn(await browser.open(authorizePath()), email, PASSWORD);
    expect(page.text).toContain('Only the owner can connect apps');
    expect(page.text).not.toContain('value="allow"');
    // A form forged from the page's fields has no effect either.
    const { hidden, path } = formOf(page, CONSENT);
    const body = new URLSearchParams({ ...hidden, decision: 'allow', store: store.id });
    const forced = await browser.request(path, { method: 'POST', body });
    expect(forced.location).toBe(path);
    const signIn = await browser.submit(page, /sign-out$/, {});
    const consent = await browser.signIn(signIn, store.ownerEmail, PASSWORD);
    expect(consent.text).toContain('value="allow"');
  });

  test('sees the same without any store', async () => {
    const email = `none-${store.id}@example.com`;
    await platform.auth.newPerson(email);
    const page = await browser.signIn(await browser.open(authorizePath()), email, PASSWORD);
    expect(page.text).toContain('This account has no store');
  });
});

test('an unpublished app shows an explanation with a link back and no way to accept', async () => {
  await platform.auth.deps.db.pool.query(`update app set status = 'draft' where id = $1`, [app.id]);
  const page = await consentPageOf();
  expect(page.text).toContain('This app has not been published yet');
  expect(page.text).not.toContain('value="allow"');
  const back = await browser.submit(page, CONSENT, { decision: 'deny' });
  expect(new URL(back.location!).searchParams.get('error')).toBe('access_denied');
});

describe('sign-in', () => {
  test('with a wrong password shows the error on the page and keeps the escaped email, but not the password', async () => {
    const email = '"><script>alert(1)</script>@example.com';
    const page = await browser.signIn(await browser.open(authorizePath()), email, 'se<cret');
    expect(page.status).toBe(422);
    expect(page.text).toContain('role="alert"');
    expect(page.text).not.toContain('<script');
    expect(page.text).not.toContain('se&lt;cret');
    const consent = await browser.signIn(page, store.ownerEmail, PASSWORD);
    expect(consent.text).toContain('value="allow"');
  });

  test('too often is answered with 429 and the time to wait', async () => {
    const page = await browser.open(authorizePath());
    for (let n = 0; n < 10; n++) await browser.signIn(page, store.ownerEmail, 'wrong');
    const limited = await browser.signIn(page, store.ownerEmail, PASSWORD);
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('600');
    expect(limited.text).toContain('10 minutes');
  });

  test('creates a new session each time', async () => {
    const first = await consentPageOf();
    const before = browser.cookies.get('__Host-commerce_session');
    await browser.signIn(await browser.submit(first, /sign-out$/, {}), store.ownerEmail, PASSWORD);
    expect(browser.cookies.get('__Host-commerce_session')).not.toBe(before);
  });
});

describe('a form', () => {
  test('from another site, or without its secret, has no effect', async () => {
    const consent = await consentPageOf();
    const { path, hidden } = formOf(consent, CONSENT);
    const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      browser.request(path, { method: 'POST', body: new URLSearchParams(form), headers });
    const allow = { ...hidden, decision: 'allow' };
    expect((await send(allow, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send(allow, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await send({ ...allow, csrf: '' })).status).toBe(403);
    expect((await send({ ...allow, csrf: 'x'.repeat(43) })).status).toBe(403);
    expect((await send(allow, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });

  test('that was shown to one person cannot be sent as another', async () => {
    const consent = await consentPageOf();
    const other = await platform.auth.newStore();
    const signIn = await browser.submit(consent, /sign-out$/, {});
    await browser.signIn(signIn, other.ownerEmail, PASSWORD);
    const { path, hidden } = formOf(consent, CONSENT);
    const body = new URLSearchParams({ ...hidden, decision: 'allow' });
    expect((await browser.request(path, { method: 'POST', body })).status).toBe(403);
  });

  test('of another browser is answered with 410', async () => {
    const consent = await consentPageOf();
    const { path, hidden } = formOf(consent, CONSENT);
    const stranger = new PlainBrowser(platform);
    expect((await stranger.request(path)).status).toBe(410);
    const body = new URLSearchParams({ ...hidden, decision: 'allow' });
    expect((await stranger.request(path, { method: 'POST', body })).status).toBe(403);
    stranger.cookies.set('__Host-commerce_session', browser.cookies.get('__Host-commerce_session')!);
    expect((await stranger.request(path, { method: 'POST', body })).status).toBe(403);
  });

  test('that is too large, or of an expired request, is answered with an explanation', async () => {
    const consent = await consentPageOf();
    const { path, hidden } = formOf(consent, CONSENT);
    const large = await browser.request(path, { method: 'POST', body: `a=${'x'.repeat(20_000)}` });
    expect(large.status).toBe(413);
    platform.auth.clock.pass(600_000);
    expect((await browser.open(path)).status).toBe(410);
    const body = new URLSearchParams({ ...hidden, decision: 'allow' });
    expect((await browser.request(path, { method: 'POST', body })).status).toBe(410);
  });
});

describe('every page', () => {
  test('cannot be framed or cached, runs no scripts and sends no referrer', async () => {
    const signIn = await browser.open(authorizePath());
    const consent = await browser.signIn(signIn, store.ownerEmail, PASSWORD);
    const error = await browser.open('/oauth/apps/authorize');
    for (const page of [signIn, consent, error]) {
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src|unsafe/);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      expect(page.text).not.toMatch(/<script|style="|onclick/);
    }
    expect(signIn.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://app.example;",
    );
    expect(consent.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://app.example",
    );
  });

  test('allows exactly the style that it contains', async () => {
    const page = await browser.open('/oauth/apps/authorize');
    const style = /<style>([\s\S]*?)<\/style>/.exec(page.text)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
  });

  test('is in Spanish unless the browser prefers English', async () => {
    for (const [header, language] of [
      ['es-AR,es;q=0.9,en;q=0.8', 'es'],
      ['en-US,en;q=0.5', 'en'],
      ['de, en;q=0.3, es;q=0.2', 'en'],
      ['en;q=0, fr', 'es'],
      ['', 'es'],
    ] as const) {
      const page = await new PlainBrowser(platform, header).open(authorizePath());
      expect(page.text).toContain(`<html lang="${language}">`);
    }
  });

  test('sets cookies that scripts and other hosts cannot access', async () => {
    await consentPageOf();
    expect(browser.setCookies.length).toBeGreaterThan(1);
    for (const line of browser.setCookies) {
      expect(line).toMatch(/^__Host-commerce_(session|browser)=/);
      for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/'])
        expect(line).toContain(attribute);
      expect(line).not.toContain('Domain');
    }
  });
});
