import { afterAll, beforeAll, expect, test } from 'vitest';
import { OAuthPlatform } from './platform.ts';

let platform: OAuthPlatform;

beforeAll(async () => {
  platform = await OAuthPlatform.create();
});
afterAll(() => platform.close());

test('the metadata contain the endpoints and the supported features (RFC 8414)', async () => {
  const response = await platform.fetch('/.well-known/oauth-authorization-server');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({
    issuer: 'https://commerce.example',
    authorization_endpoint: 'https://commerce.example/oauth/apps/authorize',
    token_endpoint: 'https://commerce.example/oauth/apps/token',
    revocation_endpoint: 'https://commerce.example/oauth/apps/revoke',
    jwks_uri: 'https://commerce.example/.well-known/jwks.json',
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  });
});

test('the key set contains only public keys (RFC 7517)', async () => {
  const response = await platform.fetch('/.well-known/jwks.json');
  const { keys } = (await response.json()) as { keys: Record<string, string>[] };
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(key['d']).toBeUndefined();
  expect((await platform.fetch('/.well-known/jwks.json', { method: 'POST' })).status).toBe(405);
});
