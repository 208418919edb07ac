// covers: gateway, services/auth
import { beforeAll, describe, expect, test } from 'vitest';
import { authorizationUrl, consentPage, redirectOf, pageOf } from '../support/authorization.ts';
import { PlainBrowser } from '../support/browser.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { openOperations } from '../support/operations.ts';
import { platform, type DemoApp } from '../support/platform.ts';

const [gateway] = platform().gateways;
const REDIRECT = 'http://127.0.0.1:4409/callback';

let app: DemoApp;
let store: TestStore;

beforeAll(async () => {
  app = await newApp(['read_products', 'read_stock'], {
    redirectUris: [REDIRECT, 'https://app.example/back?from=commerce&x=%7E'],
  });
  store = await newStore('enterprise');
});

/** Calls the authorization endpoint once without following redirects. */
const ask = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });

/** The parameters of the redirect to the app. */
async function redirectParameters(url: string): Promise<Record<string, string>> {
  const response = await ask(url);
  expect(response.status).toBe(303);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.getSetCookie()).toEqual([]);
  const location = new URL(response.headers.get('location')!);
  expect(`${location.origin}${location.pathname}`).toBe(REDIRECT);
  return Object.fromEntries(location.searchParams);
}

describe('valid authorization requests', () => {
  test('an accepted request redirects to the app with only code, state and iss', async () => {
    const browser = new PlainBrowser(gateway);
    const page = await consentPage(browser, authorizationUrl(gateway, app), store.owner);
    const back = redirectOf(await browser.submit(page, { decision: 'allow' }));
    expect(back.href.split('?')[0]).toBe(REDIRECT);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      state: 'st-4711',
      iss: gateway,
    });
  });

  test.each([
    ['on the consent page', true],
    ['before signing in', false],
  ])(
    'a request refused %s redirects to the app with access_denied, state and iss',
    async (_where, signedIn) => {
      const browser = new PlainBrowser(gateway);
      const url = authorizationUrl(gateway, app);
      const page = signedIn ? await consentPage(browser, url, store.owner) : pageOf(await browser.open(url));
      const back = redirectOf(await browser.submit(page, { decision: 'deny' }));
      expect(back.href.split('?')[0]).toBe(REDIRECT);
      expect(Object.fromEntries(back.searchParams)).toEqual({
        error: 'access_denied',
        error_description: expect.any(String),
        state: 'st-4711',
        iss: gateway,
      });
    },
  );

  test('the redirect goes to the requested registered URI and keeps its query', async () => {
    const browser = new PlainBrowser(gateway);
    const uri = 'https://app.example/back?from=commerce&x=%7E';
    const url = authorizationUrl(gateway, app, { redirect_uri: uri });
    const page = await consentPage(browser, url, store.owner);
    const back = redirectOf(await browser.submit(page, { decision: 'allow' }));
    expect(back.href.startsWith(`${uri}&code=`)).toBe(true);
    expect(back.searchParams.get('state')).toBe('st-4711');
  });

  test('state is returned unchanged', async () => {
    const state = 'a b+c%20&d=e?f#g/"<>\\~';
    const { state: returned } = await redirectParameters(
      authorizationUrl(gateway, app, { state, response_type: 'no' }),
    );
    expect(returned).toBe(state);
  });

  test('unknown parameters are ignored (RFC 6749, 3.1)', async () => {
    const response = await ask(
      authorizationUrl(gateway, app, {}, [
        ['nonce', 'n'],
        ['ui', 'dark'],
      ]),
    );
    expect(response.headers.get('location')).toMatch(/^\/oauth\/apps\/consent\/[A-Za-z0-9_.-]+$/);
  });
});

describe('errors that redirect to the app', () => {
  const wrong: [string, Record<string, string | undefined>, string][] = [
    ['response_type missing', { response_type: undefined }, 'invalid_request'],
    ['response_type empty', { response_type: '' }, 'invalid_request'],
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type=code token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['response_type=CODE', { response_type: 'CODE' }, 'unsupported_response_type'],
    ['state missing', { state: undefined }, 'invalid_request'],
    ['state empty', { state: '' }, 'invalid_request'],
    ['code_challenge missing', { code_challenge: undefined }, 'invalid_request'],
    ['code_challenge of 42 characters', { code_challenge: 'a'.repeat(42) }, 'invalid_request'],
    ['code_challenge of 44 characters', { code_challenge: 'a'.repeat(44) }, 'invalid_request'],
    ['code_challenge with padding', { code_challenge: `${'a'.repeat(42)}=` }, 'invalid_request'],
    ['code_challenge in plain base64', { code_challenge: `${'a'.repeat(42)}+` }, 'invalid_request'],
    ['code_challenge_method missing', { code_challenge_method: undefined }, 'invalid_request'],
    ['code_challenge_method=plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['code_challenge_method=s256', { code_challenge_method: 's256' }, 'invalid_request'],
    ['a scope that does not exist', { scope: 'read_everything' }, 'invalid_scope'],
    ['a scope that the app has not registered', { scope: 'read_products read_orders' }, 'invalid_scope'],
    ['scopes separated by a comma', { scope: 'read_products,read_stock' }, 'invalid_scope'],
    ['a scope in upper case', { scope: 'READ_PRODUCTS' }, 'invalid_scope'],
  ];

  test.each(wrong)(
    'an invalid request is reported to the app by redirect: %s',
    async (_what, changes, error) => {
      const answer = await redirectParameters(authorizationUrl(gateway, app, changes));
      expect(answer).toEqual({
        error,
        // RFC 6749, 4.1.2.1: the characters allowed in a description.
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
        iss: gateway,
        ...('state' in changes ? {} : { state: 'st-4711' }),
      });
    },
  );

  test.each(['response_type', 'code_challenge', 'code_challenge_method', 'scope', 'nonce'])(
    'a repeated %s is reported to the app by redirect',
    async (name) => {
      const twice: [string, string][] = [
        [name, 'code'],
        [name, 'code'],
      ];
      const answer = await redirectParameters(authorizationUrl(gateway, app, { [name]: undefined }, twice));
      expect([answer['error'], answer['state']]).toEqual(['invalid_request', 'st-4711']);
    },
  );

  test('a repeated state is not returned', async () => {
    const answer = await redirectParameters(authorizationUrl(gateway, app, {}, [['state', 'other']]));
    expect([answer['error'], answer['state']]).toEqual(['invalid_request', undefined]);
  });

  test('several problems are reported in one response', async () => {
    const changes = { response_type: 'token', scope: 'x', code_challenge: '' };
    expect(Object.keys(await redirectParameters(authorizationUrl(gateway, app, changes))).toSorted()).toEqual(
      ['error', 'error_description', 'iss', 'state'],
    );
  });
});

async function stays(url: string): Promise<void> {
  const response = await ask(url);
  const text = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(response.headers.get('location')).toBeNull();
  expect(response.headers.get('refresh')).toBeNull();
  // Never redirect to an unverified address.
  expect(text).not.toMatch(/<a |<form |http-equiv|127\.0\.0\.1|evil|st-4711/);
}

const unknownId = () => `${app.client_id.slice(0, -1)}${app.client_id.endsWith('0') ? '1' : '0'}`;

describe('errors shown to the merchant without a redirect', () => {
  test.each<[string, () => string | undefined]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['unknown', unknownId],
    ['in upper case', () => app.client_id.toUpperCase()],
    ['with a trailing space', () => `${app.client_id} `],
    ['of another kind', () => app.client_id.replace('app_', 'sto_')],
    ['with a NUL', () => `${app.client_id}\0`],
    ['not an id', () => `' or 1=1 --`],
    ['of 5,000 characters', () => 'app_'.padEnd(5_000, '0')],
  ])('an invalid client_id is shown to the merchant without a redirect: %s', async (_what, id) => {
    await stays(authorizationUrl(gateway, app, { client_id: id() }));
  });

  test('a repeated client_id or redirect_uri is shown to the merchant, even with equal values', async () => {
    await stays(authorizationUrl(gateway, app, {}, [['client_id', app.client_id]]));
    await stays(authorizationUrl(gateway, app, {}, [['redirect_uri', app.redirect_uri]]));
  });

  test.each<[string, string | undefined]>([
    ['missing', undefined],
    ['empty', ''],
    ['with an extra slash', `${REDIRECT}/`],
    ['without a slash', 'http://127.0.0.1:4409callback'],
    ['with a query', `${REDIRECT}?next=1`],
    ['with an empty query', `${REDIRECT}?`],
    ['with a fragment', `${REDIRECT}#x`],
    ['at another port', 'http://127.0.0.1:4410/callback'],
    ['without its port', 'http://127.0.0.1/callback'],
    ['by https', 'https://127.0.0.1:4409/callback'],
    ['with its scheme in upper case', 'HTTP://127.0.0.1:4409/callback'],
    ['with its path in upper case', 'http://127.0.0.1:4409/Callback'],
    ['at localhost', 'http://localhost:4409/callback'],
    ['with userinfo', 'http://127.0.0.1:4409@evil.example/callback'],
    ['with userinfo before the host', 'http://u:p@127.0.0.1:4409/callback'],
    ['with an encoded letter', 'http://127.0.0.1:4409/c%61llback'],
    ['with a dot segment', 'http://127.0.0.1:4409/x/../callback'],
    ['encoded twice', encodeURIComponent(REDIRECT)],
    ['with a leading space', ` ${REDIRECT}`],
    ['with a trailing line break', `${REDIRECT}\r\n`],
    ['with a longer path', `${REDIRECT}/evil`],
    ['with a longer host', 'http://127.0.0.1:4409.evil.example/callback'],
    ['at another host', 'https://evil.example/'],
    ['with the javascript scheme', 'javascript:alert(1)'],
    ['a registered one with its query in another order', 'https://app.example/back?x=%7E&from=commerce'],
    ['a registered one with its query decoded', 'https://app.example/back?from=commerce&x=~'],
  ])('an invalid redirect_uri is shown to the merchant without a redirect: %s', async (_what, uri) => {
    await stays(authorizationUrl(gateway, app, { redirect_uri: uri }));
  });

  test('the redirect URI of another app is refused without a redirect', async () => {
    const other = await newApp(['read_products'], { redirectUris: ['https://other.example/cb'] });
    await stays(authorizationUrl(gateway, app, { redirect_uri: other.redirect_uri }));
  });

  test('a suspended app is refused without a redirect', async () => {
    const suspended = await newApp(['read_products']);
    const operations = openOperations();
    await operations.call.suspendApp(operations.ctx(), { appId: suspended.client_id });
    operations.close();
    await stays(authorizationUrl(gateway, suspended));
  });
});

test('other methods of the authorization endpoint are 405', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const response = await ask(authorizationUrl(gateway, app), { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});
