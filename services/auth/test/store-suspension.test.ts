import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RefusalReason, Verdict } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { StoreSuspensionChanged } from '@commerce/proto/commerce/auth/v1/events.ts';
import { DecideConsentOutcome, OAuthError, type TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { PlanTier } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { createConsentRequest } from '../src/rpc/create-consent-request.ts';
import { decideConsent } from '../src/rpc/decide-consent.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { listAuditEntries } from '../src/rpc/list-audit-entries.ts';
import { listStores } from '../src/rpc/list-stores.ts';
import { restoreStore } from '../src/rpc/restore-store.ts';
import { suspendApp } from '../src/rpc/suspend-app.ts';
import { suspendStore } from '../src/rpc/suspend-store.ts';
import { Developers, type TestActor } from './support/developers.ts';
import { AuthFixture, REDIRECT_URI, tokens, type TestApp, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let staff: TestActor;
let app: TestApp;
let store: TestStore;
let given: TokenSet;

beforeAll(async () => {
  auth = await AuthFixture.create();
  staff = await new Developers(auth).newActor('Ezequiel', true);
});
afterAll(() => auth.close());
beforeEach(async () => {
  [app, store] = await Promise.all([auth.newApp(), auth.newStore()]);
  given = await auth.install(app, store);
  await auth.events();
});

const suspend = (reason = 'Falta de pago.') =>
  auth.callAs(staff.personId, suspendStore, { storeId: store.id, reason });
const restore = () => auth.callAs(staff.personId, restoreStore, { storeId: store.id, reason: 'Pagó.' });
const storeSuspended = { error: OAuthError.INVALID_GRANT, description: 'store_suspended', retryAfterS: 0 };

test('the tokens of a suspended store are refused with the reason until it is restored', async () => {
  const elsewhere = await auth.install(app, await auth.newStore());
  await suspend();
  const [refused, accepted] = await auth.admit(given.accessToken, elsewhere.accessToken);
  expect(refused).toMatchObject({
    verdict: Verdict.REFUSED,
    refusalReason: RefusalReason.STORE_SUSPENDED,
  });
  expect(accepted!.verdict).toBe(Verdict.ADMITTED);
  await restore();
  expect(await auth.isAccepted(given.accessToken)).toBe(true);
});

test('the reason that the developer can act on comes first: the app is suspended as well', async () => {
  await suspend();
  await auth.call(suspendApp, { appId: app.id });
  const [refused] = await auth.admit(given.accessToken);
  expect(refused!.refusalReason).toBe(RefusalReason.SUSPENDED);
});

test('a refresh token refused while the store is suspended is not used up and works after it is restored', async () => {
  await suspend();
  expect(await auth.refresh(app, given.refreshToken)).toEqual(storeSuspended);
  expect(await auth.refresh(app, given.refreshToken)).toEqual(storeSuspended);
  await restore();
  const next = tokens(await auth.refresh(app, given.refreshToken));
  expect(await auth.isAccepted(next.accessToken)).toBe(true);
});

test('a token that is revoked while the store is suspended stays revoked', async () => {
  await suspend();
  expect(await auth.revoke(app, given.refreshToken)).toBeUndefined();
  await restore();
  expect(await auth.isAccepted(given.accessToken)).toBe(false);
});

test('no app is installed on a suspended store, neither by a code from before nor by a consent', async () => {
  const other = await auth.newApp();
  const code = await auth.authorize(other, store);
  const browserToken = randomToken();
  const { id } = await auth.call(createConsentRequest, {
    clientId: other.id,
    redirectUri: REDIRECT_URI,
    scopes: ['read_products'],
    state: 'state',
    codeChallenge: 'c'.repeat(43),
    browserToken,
    ip: '192.0.2.1',
  });
  const answer = { id, browserToken, sessionToken: store.ownerSession, storeId: store.id };
  await suspend();
  expect(await auth.exchange(other, code)).toEqual(storeSuspended);
  expect(await auth.call(decideConsent, { ...answer, allow: true })).toMatchObject({
    outcome: DecideConsentOutcome.STORE_SUSPENDED,
    code: '',
  });
  await restore();
  tokens(await auth.exchange(other, code));
  expect((await auth.call(decideConsent, { ...answer, allow: true })).outcome).toBe(
    DecideConsentOutcome.ALLOWED,
  );
});

test('the session of the team and the list of the staff show since when and why a store is suspended', async () => {
  const suspension = { sinceMs: auth.clock.nowMs, reason: 'Falta de pago.' };
  const shown = async () => {
    const session = await auth.call(getSession, { token: store.ownerSession });
    const request = {
      search: store.id,
      planTier: PlanTier.UNSPECIFIED,
      limit: 1,
      pageToken: Buffer.alloc(0),
    };
    const [listed] = (await auth.call(listStores, request)).stores;
    expect(session.supportEmail).toBe('support@commerce.example');
    return [session.memberships[0]!.suspension, listed!.suspension];
  };
  await suspend();
  expect(await shown()).toEqual([suspension, suspension]);
  auth.clock.pass(1_000);
  await suspend('Otra razón.');
  expect(await shown()).toEqual([suspension, suspension]);
  await restore();
  expect(await shown()).toEqual([undefined, undefined]);
});

test('each suspension and restoration is recorded and published once, with a growing version', async () => {
  await suspend();
  await suspend();
  await restore();
  await restore();
  await suspend('Otra razón.');
  const page = { subjectId: store.id, actorId: '', limit: 10, pageToken: Buffer.alloc(0) };
  const { entries } = await auth.call(listAuditEntries, page);
  expect(entries.map(({ action, reason, actorName }) => [action, reason, actorName])).toEqual([
    ['store.suspended', 'Otra razón.', 'Ezequiel'],
    ['store.restored', 'Pagó.', 'Ezequiel'],
    ['store.suspended', 'Falta de pago.', 'Ezequiel'],
  ]);
  const events = await auth.events();
  expect(
    events.map(({ type, storeId, payload }) => [type, storeId, StoreSuspensionChanged.decode(payload)]),
  ).toEqual([
    ['store.suspended', store.id, { suspended: true, version: 1 }],
    ['store.restored', store.id, { suspended: false, version: 2 }],
    ['store.suspended', store.id, { suspended: true, version: 3 }],
  ]);
});

test('a suspension without a reason, of a test store or of an unknown store is refused', async () => {
  await expect(suspend(' ')).rejects.toMatchObject({
    code: 'invalid_request',
    details: [{ field: 'reason' }],
  });
  const { id: storeId } = await auth.newStore('developer');
  await auth.deps.prisma.acrossStores.store.updateMany({
    where: { id: storeId },
    data: { developerId: app.developerId },
  });
  await expect(auth.call(suspendStore, { storeId, reason: 'x' })).rejects.toMatchObject({
    code: 'conflict',
    details: [{ reason: 'developer_store' }],
  });
  for (const unknown of ['sto_x', 'sto_00000000000000000000000000'])
    await expect(auth.call(suspendStore, { storeId: unknown, reason: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
});
