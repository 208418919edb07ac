import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OAuthError } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { authenticateClient } from '../src/rpc/authenticate-client.ts';
import { createClientSecret } from '../src/rpc/create-client-secret.ts';
import { expireClientSecret } from '../src/rpc/expire-client-secret.ts';
import { listClientSecrets } from '../src/rpc/list-client-secrets.ts';
import { Developers, type TestDeveloper } from './support/developers.ts';
import { AuthFixture } from './support/fixture.ts';

const DAY_S = 86_400;

let auth: AuthFixture;
let developers: Developers;
let dev: TestDeveloper;
let appId: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
  developers = new Developers(auth);
});
afterAll(() => auth.close());
beforeEach(async () => {
  dev = await developers.newDeveloper();
  appId = (await developers.newDraft(dev)).id;
});

const create = (othersForS = 0, by = dev) =>
  developers.as(by, createClientSecret, { developerId: by.developerId, appId, othersForS });
const expire = (secretId: string, by = dev) =>
  developers.as(by, expireClientSecret, { developerId: by.developerId, appId, secretId });
const list = async () =>
  (await developers.as(dev, listClientSecrets, { developerId: dev.developerId, appId })).secrets;
const attempt = async (clientSecret: string) =>
  (await auth.call(authenticateClient, { client: { clientId: appId, clientSecret, ip: '192.0.2.7' } }))
    .refusal?.error;

test('a client secret is returned once, and listed with its last characters and its last use', async () => {
  expect(await list()).toEqual([]);
  const { secret, value } = await create();
  expect(value).toMatch(/^sk_[\w-]{43}$/);
  const listed = { id: secret!.id, hint: value.slice(-4), createdAtMs: auth.clock.nowMs };
  expect(await list()).toEqual([{ ...listed, lastUsedAtMs: undefined, expiresAtMs: undefined }]);
  expect(await attempt(value)).toBeUndefined();
  expect((await list())[0]!.lastUsedAtMs).toBe(auth.clock.nowMs);
  const { rows } = await auth.deps.db.pool.query('select * from client_secret where app_id = $1', [appId]);
  expect(JSON.stringify(rows)).not.toContain(value);
});

test('the last use of a secret is accurate to ten minutes', async () => {
  const { value } = await create();
  await attempt(value);
  const usedAtMs = auth.clock.nowMs;
  auth.clock.pass(599_000);
  await attempt(value);
  expect((await list())[0]!.lastUsedAtMs).toBe(usedAtMs);
  auth.clock.pass(1_000);
  await attempt(value);
  expect((await list())[0]!.lastUsedAtMs).toBe(usedAtMs + 600_000);
});

test('an old secret stays valid beside a new one for the given time only', async () => {
  const before = await create();
  const { value } = await create(DAY_S);
  expect(await attempt(before.value)).toBeUndefined();
  expect(await attempt(value)).toBeUndefined();
  auth.clock.pass(DAY_S * 1000);
  expect(await attempt(before.value)).toBe(OAuthError.INVALID_CLIENT);
  expect(await attempt(value)).toBeUndefined();
  expect(await list()).toHaveLength(1);
});

test('a new secret does not extend the time of one that ends earlier', async () => {
  const first = await create();
  await create(DAY_S);
  const endsAtMs = auth.clock.nowMs + DAY_S * 1000;
  await create(7 * DAY_S);
  expect((await list()).find(({ id }) => id === first.secret!.id)!.expiresAtMs).toBe(endsAtMs);
});

test('a leaked secret can be ended at once, and the last secret only replaced', async () => {
  const leaked = await create();
  await expect(expire(leaked.secret!.id)).rejects.toMatchObject({ details: [{ reason: 'last_secret' }] });
  await create(DAY_S);
  await expire(leaked.secret!.id);
  await expire(leaked.secret!.id);
  expect(await attempt(leaked.value)).toBe(OAuthError.INVALID_CLIENT);
  const replaced = await create();
  expect(await list()).toEqual([expect.objectContaining({ id: replaced.secret!.id })]);
});

test('an app has at most five secrets, unless a new one ends the others', async () => {
  for (let n = 0; n < 5; n++) await create(DAY_S);
  await expect(create(DAY_S)).rejects.toMatchObject({ details: [{ reason: 'too_many_secrets' }] });
  await create(0);
  expect(await list()).toHaveLength(1);
});

test('the other secrets stay valid for at most seven days', async () => {
  for (const seconds of [-1, 7 * DAY_S + 1])
    await expect(create(seconds)).rejects.toMatchObject({ code: 'invalid_request' });
});

test("the secrets of another developer's app are not found", async () => {
  const { secret } = await create();
  const other = await developers.newDeveloper();
  await expect(create(0, other)).rejects.toMatchObject({ code: 'not_found' });
  await expect(expire(secret!.id, other)).rejects.toMatchObject({ code: 'not_found' });
  const request = { developerId: other.developerId, appId };
  await expect(developers.as(other, listClientSecrets, request)).rejects.toMatchObject({
    code: 'not_found',
  });
});
