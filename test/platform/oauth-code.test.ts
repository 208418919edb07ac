// covers: gateway, services/auth
import { beforeAll, describe, expect, test } from 'vitest';
import { call, type Answer } from '../support/api.ts';
import { authSql } from '../support/auth-database.ts';
import { PlainBrowser } from '../support/browser.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { apiRoot, platform, type DemoApp } from '../support/platform.ts';
import { credentials, postRefresh, postToken } from '../support/token-endpoint.ts';

const { gateways } = platform();

let store: TestStore;
let browser: PlainBrowser;

beforeAll(async () => {
  store = await newStore('enterprise');
  // Keeps the session of the owner.
  browser = new PlainBrowser(gateways[0]);
});

/** A new app with a fresh authorization code. */
interface IssuedCode {
  client: AppClient;
  app: DemoApp;
  code: string;
  verifier: string;
}

async function issueCode(known?: AppClient): Promise<IssuedCode> {
  const client = known ?? new AppClient(gateways[0], await newApp());
  const { parameters, verifier } = await client.authorize(store.owner, undefined, browser);
  return { client, app: client.app, code: parameters.get('code')!, verifier };
}

const exchange = (
  { app, code, verifier }: IssuedCode,
  changes: Record<string, string> = {},
  gateway: string = gateways[0],
): Promise<Answer> =>
  postToken(gateway, {
    basic: credentials(app),
    form: {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: app.redirect_uri,
      ...changes,
    },
  });

const expectInvalidGrant = (answer: Answer): void =>
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);

const store200 = async (token: string, gateway: string): Promise<number> =>
  (await call(apiRoot(gateway), '/store', token)).status;

const installationsOf = (app: DemoApp) =>
  authSql<{ id: string; state: string }>('select id, state from installation where app_id = $1', [
    app.client_id,
  ]);

describe('authorization code', () => {
  test('an authorization code expires after 60 seconds', async () => {
    const issued = await issueCode();
    const [row] = await authSql<{ lives: string }>(
      `select extract(epoch from expires_at - created_at) as lives from authorization_code
       where app_id = $1`,
      [issued.app.client_id],
    );
    expect(Number(row!.lives)).toBe(60);
    const shiftExpiry = (by: string) =>
      authSql(`update authorization_code set expires_at = expires_at - $2::interval where app_id = $1`, [
        issued.app.client_id,
        by,
      ]);
    await shiftExpiry('61 s');
    const late = await exchange(issued);
    expectInvalidGrant(late);
    expect(late.body.error_description).toMatch(/expired/);
    expect(await installationsOf(issued.app)).toEqual([]);
    await shiftExpiry('-61 s');
    expect((await exchange(issued)).status).toBe(200);
  });

  test('an authorization code is stored only as a hash', async () => {
    const issued = await issueCode();
    const rows = await authSql<{ row: string }>(
      'select t::text as row from authorization_code t union all select t::text from consent_request t',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(issued.code))).toEqual([]);
  });

  test.each<[string, (issued: IssuedCode) => Record<string, string>]>([
    ['another redirect_uri', ({ app }) => ({ redirect_uri: `${app.redirect_uri}/` })],
    [
      'a wrong verifier',
      ({ verifier }) => ({ code_verifier: `${verifier.slice(1)}${verifier[0] === 'x' ? 'y' : 'x'}` }),
    ],
    ['the verifier of another request', () => ({ code_verifier: 'x'.repeat(43) })],
    ['a verifier that is too short', ({ verifier }) => ({ code_verifier: verifier.slice(0, 42) })],
    ['a verifier that is too long', ({ verifier }) => ({ code_verifier: verifier.padEnd(129, 'x') })],
  ])('an authorization code is refused with %s', async (_what, changes) => {
    const issued = await issueCode();
    expectInvalidGrant(await exchange(issued, changes(issued)));
    expect(await installationsOf(issued.app)).toEqual([]);
  });

  test('an authorization code of another app is refused and stays valid for its own app', async () => {
    const issued = await issueCode();
    const otherApp = await newApp();
    expectInvalidGrant(await exchange({ ...issued, app: otherApp }));
    expect((await exchange(issued, {}, gateways[1])).status).toBe(200);
    // The code is used by now, and the thief's attempt has no effect either.
    expectInvalidGrant(await exchange({ ...issued, app: otherApp }));
    expect((await installationsOf(issued.app)).map(({ state }) => state)).toEqual(['installed']);
  });
});

describe('code replay', () => {
  test('a code exchanged twice revokes the tokens of the first exchange (RFC 6749, 4.1.2)', async () => {
    const issued = await issueCode();
    const first = await exchange(issued);
    expect(await store200(first.body.access_token, gateways[1])).toBe(200);
    expectInvalidGrant(await exchange(issued, {}, gateways[1]));
    for (const gateway of gateways) {
      expect(await store200(first.body.access_token, gateway)).toBe(401);
      expectInvalidGrant(await postRefresh(gateway, issued.app, first.body.refresh_token));
    }
    const [installation] = await installationsOf(issued.app);
    expect(installation!.state).toBe('revoked');
    // A new authorization by the merchant restores the same installation.
    const again = await exchange(await issueCode(issued.client));
    expect(again.body.installation_id).toBe(installation!.id);
    expect(await store200(again.body.access_token, gateways[1])).toBe(200);
    expect(await store200(first.body.access_token, gateways[1])).toBe(401);
  });

  test('a code exchanged twice also revokes refreshed tokens, even long after the code has expired', async () => {
    const issued = await issueCode();
    const first = await exchange(issued);
    const refreshed = await postRefresh(gateways[0], issued.app, first.body.refresh_token);
    await authSql(
      `update authorization_code set expires_at = expires_at - interval '1 day',
         used_at = used_at - interval '1 day' where app_id = $1`,
      [issued.app.client_id],
    );
    expectInvalidGrant(await exchange(issued));
    expect(await store200(refreshed.body.access_token, gateways[0])).toBe(401);
    expectInvalidGrant(await postRefresh(gateways[1], issued.app, refreshed.body.refresh_token));
  });

  test('a code exchanged twice does not revoke tokens of a later authorization', async () => {
    const issued = await issueCode();
    await exchange(issued);
    const later = await exchange(await issueCode(issued.client));
    expectInvalidGrant(await exchange(issued));
    expect((await postRefresh(gateways[1], issued.app, later.body.refresh_token)).status).toBe(200);
  });

  test('of 20 concurrent exchanges across both gateways one wins and is then revoked as a replay', async () => {
    for (let round = 0; round < 5; round++) {
      const issued = await issueCode();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => exchange(issued, {}, gateways[i % 2])),
      );
      const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(winner!.status).toBe(200);
      others.forEach(expectInvalidGrant);
      expect(await installationsOf(issued.app)).toEqual([
        { id: winner!.body.installation_id, state: 'revoked' },
      ]);
      for (const gateway of gateways) {
        expect(await store200(winner!.body.access_token, gateway)).toBe(401);
        expectInvalidGrant(await postRefresh(gateway, issued.app, winner!.body.refresh_token));
      }
    }
  });
});
