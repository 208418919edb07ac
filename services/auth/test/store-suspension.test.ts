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
import { membershipInsert } from '../src/store/membership.ts';
import { mailsOf } from './support/mails.ts';
import { AuthFixture, REDIRECT_URI, tokens, type TestApp, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let people: Developers;
let staff: TestActor;
let app: TestApp;
let store: TestStore;
let given: TokenSet;

beforeAll(async () => {
  auth = await AuthFixture.create();
  people = new Developers(auth);
  staff = await people.newActor('Ezequiel', true);
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
      suspended: false,
    };
    const [listed] = (await auth.call(listStores, request)).stores;
    const found = await auth.call(listStores, { ...request, suspended: true });
    expect(found.stores).toEqual(listed!.suspension === undefined ? [] : [listed]);
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

test('each owner is mailed when the store is suspended and when it is restored, in their language; other members are not', async () => {
  const english = await people.newActor('Zoe');
  const clerk = await people.newActor('Caro');
  const createdAt = new Date();
  for (const [personId, role] of [
    [english.personId, 'owner'],
    [clerk.personId, 'sales'],
  ] as const)
    await membershipInsert(auth.deps.prisma, { storeId: store.id, personId, role, createdAt });
  await auth.deps.db.pool.query(`update person set language = 'en' where id = $1`, [english.personId]);
  const name = '<b>Kiosco</b>';
  await auth.deps.db.pool.query('update store set name = $2 where id = $1', [store.id, name]);
  await mailsOf(auth);
  await suspend('Falta de <i>pago</i>.');
  await suspend('Otra razón.');
  const sent = await mailsOf(auth);
  const owner = expect.not.stringMatching(`${english.email}|${clerk.email}`) as string;
  expect(sent.map(({ to, subject }) => [to[0]!.address, subject])).toEqual(
    expect.arrayContaining([
      [owner, `Suspendimos ${name} en Mostrador`],
      [english.email, `Mostrador suspended ${name}`],
    ]),
  );
  expect(sent).toHaveLength(2);
  for (const { text, html } of sent) {
    expect(text).toContain('Falta de <i>pago</i>.');
    expect(text).toContain('support@commerce.example');
    expect(text).toContain(`https://commerce.example/stores/${store.id}`);
    expect(html).toContain('&lt;b&gt;Kiosco&lt;/b&gt;');
    expect(html).not.toContain('<i>');
  }
  await restore();
  const restored = await mailsOf(auth);
  expect(restored.map(({ subject }) => subject).toSorted()).toEqual([
    `${name} vuelve a funcionar`,
    `${name} works again`,
  ]);
  expect(restored.every(({ text }) => !text.includes('Pagó.'))).toBe(true);
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
