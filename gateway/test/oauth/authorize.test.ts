import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REDIRECT_URI, type TestApp } from '../../../services/auth/test/support/fixture.ts';
import { OAuthPlatform } from './platform.ts';

let platform: OAuthPlatform;
let app: TestApp;

beforeAll(async () => {
  platform = await OAuthPlatform.create();
  app = await platform.auth.newApp();
});
afterAll(() => platform.close());

const valid = (): Record<string, string> => ({
  client_id: app.id,
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  state: 'st&te=1',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
});

function ask(changed: Record<string, string | undefined> = {}, extra = ''): Promise<Response> {
  const pairs = Object.entries({ ...valid(), ...changed }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return platform.fetch(`/oauth/apps/authorize?${new URLSearchParams(pairs).toString()}${extra}`);
}

describe('a valid request', () => {
  test('creates a consent request of this browser', async () => {
    const response = await ask();
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^\/oauth\/apps\/consent\/[A-Za-z0-9_.-]+$/);
    expect(response.headers.getSetCookie()).toHaveLength(1);
  });

  test('may contain unknown parameters, and a subset of the scopes', async () => {
    expect((await ask({ scope: 'read_products  read_stock', nonce: 'x' })).status).toBe(303);
  });
});

describe('an invalid client_id or redirect_uri shows a page without a redirect', () => {
  test.each([
    ['no client_id', { client_id: undefined }],
    ['an unknown client_id', { client_id: 'app_01h455vb4pex5vsknk084sn02q' }],
    ['a client_id that is none', { client_id: "app_\u0000'--" }],
    ['no redirect_uri', { redirect_uri: undefined }],
    ['a redirect_uri with a slash more', { redirect_uri: `${REDIRECT_URI}/` }],
    ['a redirect_uri with a query more', { redirect_uri: `${REDIRECT_URI}?a=b` }],
    ['a redirect_uri in capitals', { redirect_uri: REDIRECT_URI.toUpperCase() }],
    ['a redirect_uri of another host', { redirect_uri: 'https://evil.example/callback' }],
  ])('%s', async (_name, changed) => {
    const response = await ask(changed);
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).not.toContain('evil.example');
  });

  test('a repeated parameter, even with equal values', async () => {
    expect((await ask({}, `&client_id=${app.id}`)).status).toBe(400);
    expect((await ask({}, `&redirect_uri=${encodeURIComponent(REDIRECT_URI)}`)).status).toBe(400);
  });

  test('a suspended app', async () => {
    const suspended = await platform.auth.newApp();
    const { prisma } = platform.auth.deps;
    await prisma.acrossStores.app.update({ where: { id: suspended.id }, data: { suspendedAt: new Date() } });
    expect((await ask({ client_id: suspended.id })).status).toBe(400);
  });
});

describe('any other invalid parameter is reported to the app', () => {
  test.each([
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type code token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['no code_challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a code_challenge too short', { code_challenge: 'c'.repeat(42) }, 'invalid_request'],
    ['a code_challenge with padding', { code_challenge: `${'c'.repeat(42)}=` }, 'invalid_request'],
    ['no code_challenge_method', { code_challenge_method: undefined }, 'invalid_request'],
    ['code_challenge_method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['an unknown scope', { scope: 'read_products read_everything' }, 'invalid_scope'],
    ['a scope that the app has not', { scope: 'write_customers' }, 'invalid_scope'],
  ])('%s', async (_name, changed, error) => {
    const response = await ask(changed);
    expect(response.status).toBe(303);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const url = new URL(response.headers.get('location')!);
    expect(`${url.origin}${url.pathname}`).toBe(REDIRECT_URI);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: 'st&te=1',
      iss: platform.publicUrl,
    });
  });

  test('a missing state is reported without a state', async () => {
    for (const state of [undefined, '']) {
      const url = new URL((await ask({ state })).headers.get('location')!);
      expect(url.searchParams.get('error')).toBe('invalid_request');
      expect(url.searchParams.has('state')).toBe(false);
    }
  });

  test('a state that is too long is reported with its limit', async () => {
    const { searchParams } = new URL((await ask({ state: 'x'.repeat(2_049) })).headers.get('location')!);
    expect(searchParams.get('error')).toBe('invalid_request');
    expect(searchParams.get('error_description')).toBe('state must be at most 2048 characters.');
    const longest = await ask({ state: 'x'.repeat(2_048) });
    expect([longest.status, longest.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/oauth\/apps\/consent\//),
    ]);
    const page = await platform.fetch(longest.headers.get('location')!, {
      headers: { cookie: longest.headers.getSetCookie()[0]!.split(';')[0]! },
    });
    expect(page.status).toBe(200);
  });

  test('a state with forbidden characters is reported', async () => {
    const url = new URL((await ask({ state: 'a\u0000b' })).headers.get('location')!);
    expect(url.searchParams.get('error')).toBe('invalid_request');
  });

  test('a repeated parameter is reported', async () => {
    for (const extra of ['&state=other', '&scope=a&scope=b', '&foo=1&foo=1']) {
      const url = new URL((await ask({}, extra)).headers.get('location')!);
      expect(url.searchParams.get('error')).toBe('invalid_request');
    }
    const url = new URL((await ask({}, '&state=other')).headers.get('location')!);
    expect(url.searchParams.has('state')).toBe(false);
  });

  test('the redirect URI keeps its own query', async () => {
    const { prisma } = platform.auth.deps;
    const redirectUri = 'https://app.example/cb?tenant=a%20b';
    const other = await platform.auth.newApp();
    await prisma.acrossStores.app.update({ where: { id: other.id }, data: { redirectUris: [redirectUri] } });
    const response = await ask({
      client_id: other.id,
      redirect_uri: redirectUri,
      code_challenge_method: 'plain',
    });
    expect(response.headers.get('location')).toMatch(
      /^https:\/\/app\.example\/cb\?tenant=a%20b&error=invalid_request&/,
    );
  });
});

test('other methods are not allowed, and no response has CORS headers', async () => {
  const post = await platform.fetch('/oauth/apps/authorize', { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const preflight = await platform.fetch('/oauth/apps/token', {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(405);
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
