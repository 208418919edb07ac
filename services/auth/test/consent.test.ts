import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DecideConsentOutcome as Outcome } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { createConsentRequest } from '../src/rpc/create-consent-request.ts';
import { decideConsent } from '../src/rpc/decide-consent.ts';
import { getAuthorizingApp } from '../src/rpc/get-authorizing-app.ts';
import { getConsentRequest } from '../src/rpc/get-consent-request.ts';
import { signOut } from '../src/rpc/sign-out.ts';
import { suspendApp } from '../src/rpc/suspend-app.ts';
import { suspendDeveloper } from '../src/rpc/suspend-developer.ts';
import { createMembership } from '../src/seed.ts';
import { ALL_SCOPES, AuthFixture, REDIRECT_URI, type TestApp, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let app: TestApp;
let store: TestStore;
let browserToken: string;
let id: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  [app, store] = await Promise.all([auth.newApp(), auth.newStore()]);
  browserToken = randomToken();
  id = await ask();
});

async function ask(ip = '192.0.2.1'): Promise<string> {
  return (await askFrom(ip)).id;
}

function askFrom(ip: string) {
  const request = {
    clientId: app.id,
    redirectUri: REDIRECT_URI,
    scopes: ['read_products', 'read_stock'],
    state: 'xyz',
    codeChallenge: 'c'.repeat(43),
    browserToken,
    ip,
  };
  return auth.call(createConsentRequest, request);
}

const SET_HITS = { name: 'consent-set-hits', text: 'update rate_window set hits = $2 where key = $1' };
/** Sets the hits of a limit of authorization requests. */
const setHits = (hits: number, subject: string) =>
  auth.deps.limits.rows(SET_HITS, [sha256(`authorize of ${subject}`), hits]);
const COUNT = { name: 'consent-count', text: 'select from consent_request where app_id = $1' };
const rows = () => auth.deps.db.rows(COUNT, [app.id]);

const show = async (sessionToken = '', browser = browserToken) =>
  (await auth.call(getConsentRequest, { id, browserToken: browser, sessionToken })).consent;

const decide = (changed: Partial<Parameters<typeof answer>[0]> = {}) => answer({ allow: true, ...changed });
function answer(given: { allow: boolean; sessionToken?: string; storeId?: string; browser?: string }) {
  const { allow, sessionToken = store.ownerSession, storeId = store.id, browser = browserToken } = given;
  return auth.call(decideConsent, { id, browserToken: browser, sessionToken, allow, storeId });
}

describe('consent request', () => {
  test('the request shows the app, the owner, the stores and the granted scopes', async () => {
    await auth.install(app, store, ['read_products']);
    expect(await show(store.ownerSession)).toEqual({
      app: {
        clientId: app.id,
        name: 'App',
        logoUrl: '',
        redirectUris: [],
        scopes: [],
        developerName: 'Dev',
      },
      redirectUri: REDIRECT_URI,
      scopes: ['read_products', 'read_stock'],
      person: { id: expect.any(String), name: 'Ana', email: store.ownerEmail, language: 'es' },
      ownedStores: [{ id: store.id, name: 'La Tienda', installed: true, grantedScopes: ['read_products'] }],
      teamStoreNames: [],
      testStoresOnly: false,
    });
  });

  test('without a session the request shows no person', async () => {
    expect(await show()).toMatchObject({ person: undefined, ownedStores: [] });
  });

  test('an accepted request returns a code, the redirect URI and the state', async () => {
    expect(await decide()).toEqual({
      outcome: Outcome.ALLOWED,
      redirectUri: REDIRECT_URI,
      state: 'xyz',
      code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
  });

  test('a denied request returns no code, with and without a session', async () => {
    const denied = { outcome: Outcome.DENIED, redirectUri: REDIRECT_URI, state: 'xyz', code: '' };
    expect(await decide({ allow: false, sessionToken: '' })).toEqual(denied);
    id = await ask();
    expect(await decide({ allow: false })).toEqual(denied);
  });

  test('a request expires after 10 minutes', async () => {
    auth.clock.pass(599_999);
    expect(await show()).toBeDefined();
    auth.clock.pass(1);
    expect(await show()).toBeUndefined();
    expect(await decide()).toMatchObject({ outcome: Outcome.GONE, code: '' });
  });

  test('a request is stored only when answered, and limited per client address and per app', async () => {
    expect((await askFrom('192.0.2.9')).retryAfterS).toBe(0);
    await setHits(599, 'address\n192.0.2.9');
    expect((await askFrom('192.0.2.9')).retryAfterS).toBe(0);
    const refused = await askFrom('192.0.2.9');
    expect(refused).toMatchObject({ id: '', retryAfterS: expect.any(Number) });
    expect(refused.retryAfterS).toBeGreaterThan(0);
    expect((await askFrom('192.0.2.10')).retryAfterS).toBe(0);
    expect(await rows()).toEqual([]);
    await setHits(1_199, `client\n${app.id}`);
    expect((await askFrom('203.0.113.1')).retryAfterS).toBe(0);
    expect((await askFrom('203.0.113.2')).retryAfterS).toBeGreaterThan(0);
    await decide();
    expect(await rows()).toHaveLength(1);
  });

  test('a request with a modified id does not exist', async () => {
    const changed = id.slice(0, 60) + (id[60] === 'A' ? 'B' : 'A') + id.slice(61);
    for (const other of [changed, 'x'.repeat(32), '']) {
      const request = { id: other, browserToken, sessionToken: store.ownerSession };
      expect((await auth.call(getConsentRequest, request)).consent).toBeUndefined();
      expect(await auth.call(decideConsent, { ...request, allow: true, storeId: store.id })).toMatchObject({
        outcome: Outcome.GONE,
      });
    }
  });

  test('a request belongs to the browser that started it', async () => {
    const browser = randomToken();
    expect(await show('', browser)).toBeUndefined();
    expect(await decide({ browser })).toMatchObject({ outcome: Outcome.GONE });
    expect(await decide()).toMatchObject({ outcome: Outcome.ALLOWED });
  });

  test('a request is answered once; a double click receives its own code', async () => {
    const first = await decide();
    const second = await decide();
    expect(second.outcome).toBe(Outcome.ALLOWED);
    expect(second.code).not.toBe(first.code);
    expect(await decide({ allow: false })).toMatchObject({ outcome: Outcome.GONE });
    auth.clock.pass(10_001);
    expect(await decide()).toMatchObject({ outcome: Outcome.GONE });
    expect(await show(store.ownerSession)).toBeUndefined();
  });

  test('team members, other owners and anonymous callers cannot accept a request', async () => {
    const personId = await auth.newPerson(`team-${store.id}@example.com`);
    const createdAt = new Date(auth.clock.nowMs);
    await createMembership(auth.deps.prisma, { personId, storeId: store.id, role: 'manager', createdAt });
    const team = await auth.signIn(`team-${store.id}@example.com`);
    const other = await auth.newStore();
    expect(await show(team)).toMatchObject({ ownedStores: [], teamStoreNames: ['La Tienda'] });
    expect(await decide({ sessionToken: team })).toMatchObject({ outcome: Outcome.NOT_OWNER });
    expect(await decide({ sessionToken: other.ownerSession })).toMatchObject({ outcome: Outcome.NOT_OWNER });
    expect(await decide({ sessionToken: '' })).toMatchObject({ outcome: Outcome.SIGN_IN_REQUIRED });
    await auth.call(signOut, { token: store.ownerSession });
    expect(await decide()).toMatchObject({ outcome: Outcome.SIGN_IN_REQUIRED });
  });

  test('a request of an app suspended in between cannot be accepted', async () => {
    await auth.call(suspendApp, { appId: app.id });
    expect(await show()).toBeUndefined();
    expect(await decide()).toMatchObject({ outcome: Outcome.APP_UNAVAILABLE, code: '' });
  });
});

describe('app of an authorization request', () => {
  test('the app is returned with its redirect URIs and scopes', async () => {
    expect(await auth.call(getAuthorizingApp, { clientId: app.id })).toMatchObject({
      app: { clientId: app.id, redirectUris: [REDIRECT_URI], scopes: ALL_SCOPES, developerName: 'Dev' },
    });
  });

  test('an unknown app, a malformed id and a suspended developer yield no app', async () => {
    for (const clientId of [
      '',
      'app_x',
      'app_\u0000',
      app.id.toUpperCase(),
      app.id.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z')),
    ]) {
      expect(await auth.call(getAuthorizingApp, { clientId })).toEqual({ app: undefined });
    }
    await auth.call(suspendDeveloper, { developerId: app.developerId });
    expect(await auth.call(getAuthorizingApp, { clientId: app.id })).toEqual({ app: undefined });
  });
});
