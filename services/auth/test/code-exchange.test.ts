import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OAuthError, type ExchangeCodeRequest } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { exchangeCode } from '../src/rpc/exchange-code.ts';
import { uninstallInstallation } from '../src/rpc/uninstall-installation.ts';
import {
  ALL_SCOPES,
  AuthFixture,
  client,
  REDIRECT_URI,
  tokens,
  VERIFIER,
  type TestApp,
  type TestStore,
} from './support/fixture.ts';

let auth: AuthFixture;
let app: TestApp;
let store: TestStore;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  [app, store] = await Promise.all([auth.newApp(), auth.newStore()]);
});

const invalidGrant = expect.objectContaining({ error: OAuthError.INVALID_GRANT });

async function exchangeWith(code: string, changed: Partial<ExchangeCodeRequest>) {
  const request = {
    client: client(app),
    code,
    codeVerifier: VERIFIER,
    redirectUri: REDIRECT_URI,
    ...changed,
  };
  return (await auth.call(exchangeCode, request)).result!.value;
}

describe('authorization code', () => {
  test('an exchange creates an installation and returns tokens as in RFC 9068 and the contract', async () => {
    const given = await auth.install(app, store, ['read_stock', 'read_products']);
    expect(given).toMatchObject({
      expiresInS: 3600,
      scopes: ['read_products', 'read_stock'],
      storeId: store.id,
      storeName: 'La Tienda',
    });
    expect(given.installationId).toMatch(/^ins_[0-9a-z]{26}$/);
    expect(decodeProtectedHeader(given.accessToken)).toEqual({
      alg: 'EdDSA',
      typ: 'at+jwt',
      kid: expect.any(String),
    });
    const iat = auth.clock.nowMs / 1000;
    expect(decodeJwt(given.accessToken)).toEqual({
      iss: 'https://commerce.example',
      aud: 'https://commerce.example/api/public',
      sub: given.installationId,
      client_id: app.id,
      store_id: store.id,
      scope: 'read_products read_stock',
      gen: 1,
      iat,
      exp: iat + 3600,
      jti: expect.any(String),
    });
    expect(await auth.isAccepted(given.accessToken)).toBe(true);
  });

  test('a code is valid for 60 seconds', async () => {
    const code = await auth.authorize(app, store);
    auth.clock.pass(59_999);
    tokens(await auth.exchange(app, code));
    const late = await auth.authorize(app, store);
    auth.clock.pass(60_000);
    expect(await auth.exchange(app, late)).toEqual(invalidGrant);
  });

  test('a code exchanged twice revokes the tokens of the first exchange', async () => {
    const code = await auth.authorize(app, store);
    const first = tokens(await auth.exchange(app, code));
    auth.clock.pass(120_000);
    expect(await auth.exchange(app, code)).toEqual(invalidGrant);
    expect(await auth.isAccepted(first.accessToken)).toBe(false);
    expect(await auth.refresh(app, first.refreshToken)).toEqual(invalidGrant);
  });

  test('a code exchanged twice also revokes tokens refreshed from the first exchange', async () => {
    const code = await auth.authorize(app, store);
    const second = tokens(await auth.refresh(app, tokens(await auth.exchange(app, code)).refreshToken));
    expect(await auth.exchange(app, code)).toEqual(invalidGrant);
    expect(await auth.isAccepted(second.accessToken)).toBe(false);
    expect(await auth.refresh(app, second.refreshToken)).toEqual(invalidGrant);
  });

  test('a code exchanged twice does not revoke the refresh tokens of a later authorization', async () => {
    const code = await auth.authorize(app, store);
    const first = tokens(await auth.exchange(app, code));
    const later = await auth.install(app, store);
    await auth.exchange(app, code);
    expect(await auth.isAccepted(first.accessToken)).toBe(false);
    const fresh = tokens(await auth.refresh(app, later.refreshToken));
    expect(await auth.isAccepted(fresh.accessToken)).toBe(true);
  });

  test('a code exchanged 20 times concurrently yields at most one pair of tokens, which is revoked', async () => {
    const replica = auth.replica();
    const code = await auth.authorize(app, store);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? auth : replica).exchange(app, code)),
    );
    const won = answers.filter((answer) => !('error' in answer));
    expect(won).toHaveLength(1);
    expect(await auth.isAccepted(tokens(won[0]!).accessToken)).toBe(false);
    await replica.close();
  });

  test('a code presented by another app is refused and stays valid for its own', async () => {
    const code = await auth.authorize(app, store);
    expect(await auth.exchange(await auth.newApp(), code)).toEqual(invalidGrant);
    tokens(await auth.exchange(app, code));
  });

  test.each([
    ['another redirect_uri', { redirectUri: `${REDIRECT_URI}/` }],
    ['another code_verifier', { codeVerifier: 'w'.repeat(43) }],
    ['a verifier that is too short', { codeVerifier: 'v'.repeat(42) }],
    ['the challenge as verifier', { codeVerifier: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' }],
    ['a code that was never issued', { code: 'x'.repeat(43) }],
  ])('an exchange with %s is refused', async (_name, changed) => {
    const code = await auth.authorize(app, store);
    expect(await exchangeWith(code, changed)).toEqual(invalidGrant);
  });
});

describe('repeated authorization', () => {
  test('a repeated authorization keeps and widens the scopes, never narrows them', async () => {
    const wide = await auth.install(app, store, ['read_products', 'read_stock']);
    const narrow = await auth.install(app, store, ['read_prices']);
    expect(narrow.installationId).toBe(wide.installationId);
    expect(narrow.scopes).toEqual(['read_products', 'read_prices', 'read_stock']);
    expect(decodeJwt(narrow.accessToken)['scope']).toBe('read_products read_prices read_stock');
  });

  test('a repeated authorization restores a revoked installation, whose old tokens stay invalid', async () => {
    const before = await auth.install(app, store, ALL_SCOPES);
    await auth.revoke(app, before.refreshToken);
    const after = await auth.install(app, store);
    expect(after.installationId).toBe(before.installationId);
    expect(after.scopes).toHaveLength(ALL_SCOPES.length);
    expect(await auth.isAccepted(before.accessToken)).toBe(false);
    expect(await auth.isAccepted(after.accessToken)).toBe(true);
  });

  test('an authorization after an uninstall creates a new installation with the newly granted scopes only', async () => {
    const before = await auth.install(app, store, ALL_SCOPES);
    await auth.call(uninstallInstallation, { installationId: before.installationId });
    const after = await auth.install(app, store, ['read_stock']);
    expect(after.installationId).not.toBe(before.installationId);
    expect(after.scopes).toEqual(['read_stock']);
    expect(await auth.isAccepted(before.accessToken)).toBe(false);
    expect(await auth.isAccepted(after.accessToken)).toBe(true);
  });

  test('two codes exchanged concurrently create one installation', async () => {
    const codes = await Promise.all([auth.authorize(app, store), auth.authorize(app, store)]);
    const [a, b] = await Promise.all(codes.map((code) => auth.exchange(app, code)));
    expect(tokens(a!).installationId).toBe(tokens(b!).installationId);
    const refreshed = await Promise.all([a!, b!].map((each) => auth.refresh(app, tokens(each).refreshToken)));
    expect(refreshed.filter((answer) => !('error' in answer))).toHaveLength(1);
  });
});
