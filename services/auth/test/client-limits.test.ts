import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OAuthError, type OAuthRefusal } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { authenticateClient } from '../src/rpc/authenticate-client.ts';
import { revokeToken } from '../src/rpc/revoke-token.ts';
import { AuthFixture, client, type TestApp } from './support/fixture.ts';

let auth: AuthFixture;
let replica: AuthFixture;
let app: TestApp;

beforeAll(async () => {
  auth = await AuthFixture.create();
  replica = auth.replica();
});
afterAll(async () => {
  await replica.close();
  await auth.close();
});
beforeEach(async () => {
  app = await auth.newApp();
});

async function attempt(secret = app.secret, ip = '192.0.2.1', on = auth): Promise<OAuthRefusal | undefined> {
  return (await on.call(authenticateClient, { client: { clientId: app.id, clientSecret: secret, ip } }))
    .refusal;
}

const count = (refusals: (OAuthRefusal | undefined)[], error: OAuthError | undefined): number =>
  refusals.filter((refusal) => refusal?.error === error).length;

describe('300 requests a minute of a client', () => {
  test('the limit is exact over two replicas, for /token and /revoke together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 320 }, async (_, n) =>
        n % 2
          ? attempt()
          : (await replica.call(revokeToken, { client: client(app), token: 'unknown' })).refusal,
      ),
    );
    expect(count(answers, undefined)).toBe(300);
    expect(count(answers, OAuthError.RATE_LIMITED)).toBe(20);
  });

  test('the window starts with the first request, and the refusal returns its end', async () => {
    for (let n = 0; n < 300; n++) await attempt();
    auth.clock.pass(59_001);
    expect(await attempt()).toEqual({ error: OAuthError.RATE_LIMITED, description: '', retryAfterS: 1 });
    auth.clock.pass(999);
    expect(await attempt()).toBeUndefined();
  });

  test('requests with a wrong secret do not use up the limit', async () => {
    for (let n = 0; n < 40; n++) await attempt('wrong', `198.51.100.${n}`);
    const answers = await Promise.all(Array.from({ length: 300 }, () => attempt()));
    expect(count(answers, undefined)).toBe(300);
  });
});

describe('10 failed authentications of a client from an address in 10 minutes', () => {
  test('the limit is exact for 40 concurrent attempts on two replicas', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => attempt('wrong', '192.0.2.1', n % 2 ? auth : replica)),
    );
    expect(count(answers, OAuthError.INVALID_CLIENT)).toBe(10);
    expect(count(answers, OAuthError.RATE_LIMITED)).toBe(30);
  });

  test('over the limit the right secret is refused too, from that address only, until the window ends', async () => {
    for (let n = 0; n < 10; n++) await attempt('wrong');
    auth.clock.pass(1_000);
    expect(await attempt()).toEqual({ error: OAuthError.RATE_LIMITED, description: '', retryAfterS: 599 });
    expect(await attempt(app.secret, '192.0.2.2')).toBeUndefined();
    auth.clock.pass(599_000);
    expect(await attempt()).toBeUndefined();
  });

  test('attempts with an unknown client id are limited too', async () => {
    const unknown = { clientId: 'app_\u0000', clientSecret: 'x', ip: '192.0.2.1' };
    const answers: (OAuthRefusal | undefined)[] = [];
    for (let n = 0; n < 11; n++)
      answers.push((await auth.call(authenticateClient, { client: unknown })).refusal);
    expect(count(answers, OAuthError.INVALID_CLIENT)).toBe(10);
    expect(count(answers, OAuthError.RATE_LIMITED)).toBe(1);
  });
});

test('an empty secret and the hash of the secret are refused', async () => {
  expect((await attempt(''))?.error).toBe(OAuthError.INVALID_CLIENT);
  const { rows } = await auth.deps.db.pool.query<{ hex: string }>(
    `select encode(secret_hash, 'hex') as hex from client_secret where app_id = $1`,
    [app.id],
  );
  expect((await attempt(rows[0]!.hex))?.error).toBe(OAuthError.INVALID_CLIENT);
});
