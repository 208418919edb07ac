import { afterAll, beforeAll, expect, test } from 'vitest';
import { REDIRECT_URI } from '../../../services/auth/test/support/fixture.ts';
import { OAuthPlatform } from './platform.ts';

let platform: OAuthPlatform;

beforeAll(async () => {
  platform = await OAuthPlatform.create('http://127.0.0.1:4000');
});
afterAll(() => platform.close());

test('cookies over plain http are not Secure, so that the local stack works', async () => {
  const app = await platform.auth.newApp();
  const query = new URLSearchParams({
    client_id: app.id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    state: 'x',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  });
  const response = await platform.fetch(`/oauth/apps/authorize?${query.toString()}`);
  const [line] = response.headers.getSetCookie();
  expect(line).toMatch(/^commerce_browser=.*HttpOnly; SameSite=Lax$/);
});
