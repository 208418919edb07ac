import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { IssueTrialTokenResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
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

/** Issues a trial token for the app. */
const issueTrial = (
  actor: TestDeveloper,
  ids: { storeId: string; appId?: string; install?: boolean; allScopes?: boolean },
): Promise<IssueTrialTokenResponse> =>
  developers.as(actor, issueTrialToken, {
    developerId: actor.developerId,
    appId,
    install: true,
    allScopes: false,
    ...ids,
  });

/** Runs a statement on the installations of the test's store. */
const changeInstallations = (change: string, storeId: string) =>
  auth.deps.db.rows(
    { name: `test-${change}`, text: `update installation set ${change} where store_id = $1` },
    [storeId],
  );

const notInstalled = { code: 'conflict', details: [{ reason: 'not_installed' }] };

test("a trial token installs the developer's own app on its own test store, and is valid for a minute", async () => {
  const other = await developers.newDeveloper();
  const { id: storeId } = await developers.newTestStore(dev);
  await expect(issueTrial(dev, { storeId, install: false })).rejects.toMatchObject(notInstalled);
  const { accessToken, expiresInS, scopes, installed } = await issueTrial(dev, { storeId });
  expect([expiresInS, scopes, installed]).toEqual([60, ['read_products'], true]);
  const claims = await auth.deps.signer.verify(accessToken);
  expect(claims).toMatchObject({ appId, storeId, scopes: ['read_products'] });
  const { stores } = await developers.as(dev, listDeveloperStores, { developerId: dev.developerId });
  expect(stores.map(({ installedApps }) => installedApps)).toEqual([1]);
  const again = await issueTrial(dev, { storeId });
  expect(again.installed).toBe(false);
  expect(await auth.deps.signer.verify(again.accessToken)).toMatchObject({
    installationId: claims!.installationId,
  });
  auth.clock.nowMs += 61_000;
  expect(await auth.deps.signer.verify(accessToken)).toBeUndefined();
  await expect(issueTrial(other, { storeId })).rejects.toMatchObject({ code: 'not_found' });
  await expect(issueTrial(dev, { storeId, appId: 'app_none' })).rejects.toMatchObject({ code: 'not_found' });
});

test('a trial token installs nothing on any other store', async () => {
  const stores = [
    await developers.newTestStore(await developers.newDeveloper()),
    await auth.newStore(),
    { id: 'sto_none' },
  ];
  for (const { id } of stores)
    for (const allScopes of [false, true])
      await expect(issueTrial(dev, { storeId: id, allScopes })).rejects.toMatchObject(notInstalled);
});

test('concurrent trial tokens install the app once', async () => {
  const { id: storeId } = await developers.newTestStore(dev);
  const issued = await Promise.all(Array.from({ length: 5 }, () => issueTrial(dev, { storeId })));
  const claims = await Promise.all(issued.map(({ accessToken }) => auth.deps.signer.verify(accessToken)));
  expect(new Set(claims.map((each) => each!.installationId)).size).toBe(1);
});

test('a trial token restores a revoked installation, and grants all scopes of the app only on request', async () => {
  const { id: storeId } = await developers.newTestStore(dev);
  await issueTrial(dev, { storeId });
  await changeInstallations(`state = 'revoked', family_id = null`, storeId);
  await expect(issueTrial(dev, { storeId, install: false })).rejects.toMatchObject(notInstalled);
  expect((await issueTrial(dev, { storeId })).installed).toBe(true);
  await changeInstallations(`scopes = '{read_shops}', family_id = 'kept'`, storeId);
  expect((await issueTrial(dev, { storeId })).scopes).toEqual(['read_shops']);
  const widened = await issueTrial(dev, { storeId, allScopes: true });
  expect([widened.scopes, widened.installed]).toEqual([['read_shops', 'read_products'], false]);
  const [row] = await auth.deps.db.rows<{ family_id: string }>(
    { name: 'test-family', text: 'select family_id from installation where store_id = $1' },
    [storeId],
  );
  expect(row!.family_id).toBe('kept');
});

test('the app of a suspended developer is not installed by a trial token', async () => {
  const { id: storeId } = await developers.newTestStore(dev);
  await auth.call(suspendDeveloper, { developerId: dev.developerId });
  await expect(issueTrial(dev, { storeId })).rejects.toMatchObject({ details: [{ reason: 'suspended' }] });
});
