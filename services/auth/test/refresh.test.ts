import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OAuthError, type TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { ALL_SCOPES, AuthFixture, tokens, type TestApp, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let app: TestApp;
let store: TestStore;
let first: TokenSet;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  [app, store] = await Promise.all([auth.newApp(), auth.newStore()]);
  first = await auth.install(app, store);
});

const invalidGrant = expect.objectContaining({ error: OAuthError.INVALID_GRANT });

const saying = (description: RegExp) =>
  expect.objectContaining({
    error: OAuthError.INVALID_GRANT,
    description: expect.stringMatching(description),
  });

const refresh = (client = app, { refreshToken } = first) => auth.refresh(client, refreshToken);

describe('description of a refused refresh token', () => {
  test("an unknown, an expired and another client's token are distinguished", async () => {
    expect(await auth.refresh(app, 'x')).toEqual(saying(/is not known/));
    expect(await refresh(await auth.newApp())).toEqual(saying(/another client/));
    auth.clock.pass(91 * 86_400_000);
    expect(await refresh()).toEqual(saying(/has expired/));
  });

  test('a token used within 10 seconds, used before, and revoked with its family are distinguished', async () => {
    const second = tokens(await refresh());
    expect(await refresh()).toEqual(saying(/less than 10 seconds ago/));
    auth.clock.pass(10_001);
    expect(await refresh()).toEqual(saying(/was used before/));
    expect(await refresh(app, second)).toEqual(saying(/was revoked/));
  });

  test('the token of an uninstalled app is recognized', async () => {
    await auth.uninstall(first);
    expect(await refresh()).toEqual(saying(/was uninstalled/));
  });
});

describe('refresh token', () => {
  test('a refresh returns a new valid pair for the same installation', async () => {
    const second = tokens(await auth.refresh(app, first.refreshToken));
    expect(second).toMatchObject({
      installationId: first.installationId,
      expiresInS: 3600,
      scopes: ['read_products'],
      storeId: store.id,
      storeName: 'La Tienda',
    });
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await auth.isAccepted(second.accessToken)).toBe(true);
  });

  test('a refresh token is valid for exactly 90 days', async () => {
    auth.clock.pass(90 * 86_400_000 - 1);
    const second = tokens(await auth.refresh(app, first.refreshToken));
    auth.clock.pass(90 * 86_400_000);
    expect(await auth.refresh(app, second.refreshToken)).toEqual(invalidGrant);
  });

  test('a token used again within 10 seconds is refused without a revocation', async () => {
    const second = tokens(await auth.refresh(app, first.refreshToken));
    auth.clock.pass(10_000);
    expect(await auth.refresh(app, first.refreshToken)).toEqual(invalidGrant);
    expect(await auth.isAccepted(second.accessToken)).toBe(true);
    tokens(await auth.refresh(app, second.refreshToken));
  });

  test('a token used again after 10 seconds revokes the family and every token of the installation', async () => {
    const second = tokens(await auth.refresh(app, first.refreshToken));
    auth.clock.pass(10_001);
    expect(await auth.refresh(app, first.refreshToken)).toEqual(invalidGrant);
    expect(await auth.isAccepted(second.accessToken)).toBe(false);
    expect(await auth.isAccepted(first.accessToken)).toBe(false);
    expect(await auth.refresh(app, second.refreshToken)).toEqual(invalidGrant);
  });

  test('a used token presented by another client revokes the family at once', async () => {
    const second = tokens(await auth.refresh(app, first.refreshToken));
    expect(await auth.refresh(await auth.newApp(), first.refreshToken)).toEqual(invalidGrant);
    expect(await auth.isAccepted(second.accessToken)).toBe(false);
  });

  test('an unused token presented by another client is refused and stays valid for its own', async () => {
    expect(await auth.refresh(await auth.newApp(), first.refreshToken)).toEqual(invalidGrant);
    tokens(await auth.refresh(app, first.refreshToken));
  });

  test('a token that was never issued is refused', async () => {
    expect(await auth.refresh(app, 'made-up\u0000')).toEqual(invalidGrant);
  });

  test('of 200 concurrent refreshes on two replicas one succeeds, and the family stays valid', async () => {
    const replica = auth.replica();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => (n % 2 ? auth : replica).refresh(app, first.refreshToken)),
    );
    const won = answers.filter((answer) => !('error' in answer));
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => 'error' in answer)).toEqual(Array(199).fill(invalidGrant));
    expect(await auth.isAccepted(tokens(won[0]!).accessToken)).toBe(true);
    tokens(await auth.refresh(app, tokens(won[0]!).refreshToken));
    await replica.close();
  });
});

describe('refresh whose response was lost', () => {
  test('the same Idempotency-Key returns the same pair again within 60 seconds', async () => {
    const second = tokens(await auth.refresh(app, first.refreshToken, 'key-1'));
    auth.clock.pass(59_999);
    expect(await auth.refresh(app, first.refreshToken, 'key-1')).toEqual(second);
    expect(await auth.isAccepted(second.accessToken)).toBe(true);
  });

  test('every replica returns the same pair to concurrent requests', async () => {
    const replica = auth.replica();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? auth : replica).refresh(app, first.refreshToken, 'key-2'),
      ),
    );
    expect(new Set(answers.map((answer) => tokens(answer).refreshToken)).size).toBe(1);
    await replica.close();
  });

  test('a repetition after 60 seconds, with another key, or without one is a reuse', async () => {
    for (const [wait, key] of [
      [60_000, 'key-3'],
      [30_000, 'other'],
      [30_000, ''],
    ] as const) {
      const installed = await auth.install(app, store);
      const second = tokens(await auth.refresh(app, installed.refreshToken, 'key-3'));
      auth.clock.pass(wait);
      expect(await auth.refresh(app, installed.refreshToken, key)).toEqual(invalidGrant);
      expect(await auth.isAccepted(second.accessToken)).toBe(false);
    }
  });

  test('a repetition by another client or after a revocation is refused', async () => {
    tokens(await auth.refresh(app, first.refreshToken, 'key-4'));
    await auth.revoke(app, first.refreshToken);
    expect(await auth.refresh(app, first.refreshToken, 'key-4')).toEqual(invalidGrant);
    const again = await auth.install(app, store);
    tokens(await auth.refresh(app, again.refreshToken, 'key-5'));
    expect(await auth.refresh(await auth.newApp(), again.refreshToken, 'key-5')).toEqual(invalidGrant);
  });

  test('the response is stored encrypted', async () => {
    const second = tokens(await auth.refresh(app, first.refreshToken, 'key-6'));
    const { rows } = await auth.deps.db.pool.query<{ row: string }>(
      'select r::text as row from refresh_replay r',
    );
    const kept = rows.map((row) => row.row).join();
    expect(kept).not.toContain(second.refreshToken);
    expect(kept).not.toContain(Buffer.from(second.refreshToken).toString('base64').slice(2, -4));
  });
});

describe('new authorization', () => {
  test('a new authorization invalidates earlier refresh tokens; earlier access tokens stay valid until they expire', async () => {
    const second = await auth.install(app, store, ALL_SCOPES);
    expect(second.installationId).toBe(first.installationId);
    expect(await auth.refresh(app, first.refreshToken)).toEqual(invalidGrant);
    expect(await auth.isAccepted(first.accessToken)).toBe(true);
    expect(await auth.isAccepted(second.accessToken)).toBe(true);
    tokens(await auth.refresh(app, second.refreshToken));
  });

  test('a used token of the previous family does not revoke the new authorization', async () => {
    tokens(await auth.refresh(app, first.refreshToken));
    const second = await auth.install(app, store);
    auth.clock.pass(3_600_000);
    expect(await auth.refresh(app, first.refreshToken)).toEqual(invalidGrant);
    tokens(await auth.refresh(app, second.refreshToken));
  });

  test('within the hour, a reused token of the previous family still invalidates its access tokens', async () => {
    const rotated = tokens(await auth.refresh(app, first.refreshToken));
    const second = await auth.install(app, store);
    auth.clock.pass(60_000);
    expect(await auth.refresh(app, first.refreshToken)).toEqual(invalidGrant);
    expect(await auth.isAccepted(rotated.accessToken)).toBe(false);
    const third = tokens(await auth.refresh(app, second.refreshToken));
    expect(await auth.isAccepted(third.accessToken)).toBe(true);
  });
});
