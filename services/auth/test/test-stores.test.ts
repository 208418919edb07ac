import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PlanTier } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { DecideConsentOutcome as Outcome } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { approveReview } from '../src/rpc/approve-review.ts';
import { createConsentRequest } from '../src/rpc/create-consent-request.ts';
import { createDeveloperStore } from '../src/rpc/create-developer-store.ts';
import { decideConsent } from '../src/rpc/decide-consent.ts';
import { getConsentRequest } from '../src/rpc/get-consent-request.ts';
import { getStore } from '../src/rpc/get-store.ts';
import { issueTrialToken } from '../src/rpc/issue-trial-token.ts';
import { listDeveloperStores } from '../src/rpc/list-developer-stores.ts';
import { suspendDeveloper } from '../src/rpc/suspend-developer.ts';
import { Developers, type TestActor, type TestDeveloper } from './support/developers.ts';
import { AuthFixture, REDIRECT_URI } from './support/fixture.ts';

let auth: AuthFixture;
let developers: Developers;
let staff: TestActor;
let dev: TestDeveloper;
let appId: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
  developers = new Developers(auth);
  staff = await developers.newActor('Ezequiel', true);
});
afterAll(() => auth.close());
beforeEach(async () => {
  dev = await developers.newDeveloper();
  appId = (await developers.newDraft(dev)).id;
});

/** Requests authorization of the app. */
async function ask() {
  const browserToken = randomToken();
  const request = {
    redirectUri: REDIRECT_URI,
    scopes: ['read_products'],
    state: 'x',
    codeChallenge: 'c'.repeat(43),
  };
  const { id } = await auth.call(createConsentRequest, {
    clientId: appId,
    ...request,
    browserToken,
    ip: '192.0.2.1',
  });
  return {
    show: async (sessionToken: string) =>
      (await auth.call(getConsentRequest, { id, browserToken, sessionToken })).consent!,
    allow: (store: { id: string; ownerSession: string }) => {
      const { ownerSession: sessionToken, id: storeId } = store;
      return auth.call(decideConsent, { id, browserToken, sessionToken, allow: true, storeId });
    },
  };
}

test('a test store is on the developer plan and owned by the person who created it', async () => {
  const { id, ownerEmail } = await developers.newTestStore(dev);
  expect(ownerEmail).toBe(dev.email);
  expect(await auth.call(getStore, {}, id)).toEqual({
    store: { id, name: 'Tienda de prueba', planTier: PlanTier.DEVELOPER },
  });
  const { stores } = await developers.as(dev, listDeveloperStores, { developerId: dev.developerId });
  expect(stores).toEqual([
    { id, name: 'Tienda de prueba', ownerEmail, createdAtMs: auth.clock.nowMs, installedApps: 0 },
  ]);
});

test('a developer can create at most five test stores, even with concurrent requests', async () => {
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => developers.newTestStore(dev)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await expect(developers.newTestStore(dev)).rejects.toMatchObject({
    details: [{ reason: 'too_many_stores' }],
  });
});

test('a test store requires a name, a person, and a developer that is not suspended', async () => {
  const request = { developerId: dev.developerId, name: ' ' };
  await expect(developers.as(dev, createDeveloperStore, request)).rejects.toMatchObject({
    code: 'invalid_request',
  });
  const withoutPerson = auth.call(createDeveloperStore, { ...request, name: 'x' });
  await expect(withoutPerson).rejects.toMatchObject({ code: 'not_found' });
  await auth.call(suspendDeveloper, { developerId: dev.developerId });
  await expect(developers.newTestStore(dev)).rejects.toMatchObject({ details: [{ reason: 'suspended' }] });
});

test('a draft can be authorized on the test stores of its own developer only', async () => {
  const own = await developers.newTestStore(dev);
  const otherStore = await developers.newTestStore(await developers.newDeveloper());
  const merchantStore = await auth.newStore();
  for (const store of [otherStore, merchantStore]) {
    const { show, allow } = await ask();
    expect(await show(store.ownerSession)).toMatchObject({ testStoresOnly: true, ownedStores: [] });
    expect(await allow(store)).toEqual({
      outcome: Outcome.NOT_PUBLISHED,
      redirectUri: '',
      state: '',
      code: '',
    });
  }
  const { show, allow } = await ask();
  expect((await show(own.ownerSession)).ownedStores.map(({ id }) => id)).toEqual([own.id]);
  expect(await allow(own)).toMatchObject({ outcome: Outcome.ALLOWED });
});

test("an app in review cannot be authorized on a merchant's store", async () => {
  const merchantStore = await auth.newStore();
  await developers.submit(dev, appId);
  expect(await (await ask()).allow(merchantStore)).toMatchObject({ outcome: Outcome.NOT_PUBLISHED });
});

test('a published app can be authorized on any store, test stores included', async () => {
  const reviewId = await developers.submit(dev, appId);
  await developers.as(staff, approveReview, { reviewId, reason: '' });
  const stores = [await auth.newStore(), await developers.newTestStore(await developers.newDeveloper())];
  for (const store of stores) {
    const { show, allow } = await ask();
    const consent = await show(store.ownerSession);
    expect(consent.testStoresOnly).toBe(false);
    expect(consent.ownedStores.map(({ id }) => id)).toEqual([store.id]);
    expect(await allow(store)).toMatchObject({ outcome: Outcome.ALLOWED });
  }
});

test("a trial token is valid for a minute, for the developer's own app on its own test store", async () => {
  const other = await developers.newDeveloper();
  const store = await developers.newTestStore(dev);
  const issue = (actor: TestDeveloper, ids: { appId?: string; storeId?: string } = {}) =>
    developers.as(actor, issueTrialToken, {
      developerId: actor.developerId,
      appId,
      storeId: store.id,
      ...ids,
    });
  const notInstalled = { code: 'conflict', details: [{ reason: 'not_installed' }] };
  await expect(issue(dev)).rejects.toMatchObject(notInstalled);
  await auth.deps.db.rows(
    {
      name: 'test-install',
      text: `insert into installation (id, store_id, app_id, state, scopes, family_id, family_started_at, authorized_by,
          installed_at, updated_at)
        values ('ins_test', $1, $2, 'installed', '{read_products}', 'f', now(), $3, now(), now())`,
    },
    [store.id, appId, dev.personId],
  );
  const { accessToken, expiresInS, scopes } = await issue(dev);
  expect([expiresInS, scopes]).toEqual([60, ['read_products']]);
  const claims = { appId, storeId: store.id, installationId: 'ins_test', scopes: ['read_products'] };
  expect(await auth.deps.signer.verify(accessToken)).toMatchObject(claims);
  auth.clock.nowMs += 61_000;
  expect(await auth.deps.signer.verify(accessToken)).toBeUndefined();
  await expect(issue(other)).rejects.toMatchObject({ code: 'not_found' });
  await expect(issue(dev, { appId: 'app_none' })).rejects.toMatchObject({ code: 'not_found' });
  const otherStore = await developers.newTestStore(other);
  await expect(issue(dev, { storeId: otherStore.id })).rejects.toMatchObject(notInstalled);
  const merchantStore = await auth.newStore();
  await expect(issue(dev, { storeId: merchantStore.id })).rejects.toMatchObject(notInstalled);
  await auth.deps.db.rows(
    { name: 'test-revoke', text: `update installation set state = 'revoked' where id = 'ins_test'` },
    [],
  );
  await expect(issue(dev)).rejects.toMatchObject(notInstalled);
});
