import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { TestApp } from '../../../services/auth/test/support/fixture.ts';
import { OAuthPlatform } from './platform.ts';

const REVOKE = '/oauth/apps/revoke';

let platform: OAuthPlatform;
let app: TestApp;
let given: TokenSet;

beforeAll(async () => {
  platform = await OAuthPlatform.create();
});
afterAll(() => platform.close());
beforeEach(async () => {
  app = await platform.auth.newApp();
  given = await platform.auth.install(app, await platform.auth.newStore());
});

const credentials = () => ({ client_id: app.id, client_secret: app.secret });

test.each(['accessToken', 'refreshToken'] as const)(
  'revoking by %s answers 200 with an empty object',
  async (kind) => {
    const response = await platform.post(REVOKE, {
      ...credentials(),
      token: given[kind],
      token_type_hint: 'refresh_token',
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{}');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await platform.auth.isAccepted(given.accessToken)).toBe(false);
  },
);

test('revoking an unknown token answers 200 with an empty object', async () => {
  const body = JSON.stringify({ ...credentials(), token: 'unknown' });
  const headers = { 'content-type': 'application/json' };
  const response = await platform.fetch(REVOKE, { method: 'POST', body, headers });
  expect([response.status, await response.text()]).toEqual([200, '{}']);
});

test('a request without a token is an invalid_request', async () => {
  const response = await platform.post(REVOKE, credentials());
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: 'invalid_request' });
});

test('a wrong secret is an invalid_client, and nothing is revoked', async () => {
  const form = { ...credentials(), client_secret: 'wrong', token: given.refreshToken };
  expect((await platform.post(REVOKE, form)).status).toBe(401);
  expect(await platform.auth.isAccepted(given.accessToken)).toBe(true);
});
