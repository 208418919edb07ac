// covers: gateway, services/auth
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { call, type Answer } from '../support/api.ts';
import { authSql } from '../support/auth-database.ts';
import { PlainBrowser } from '../support/browser.ts';
import { AppClient, type Tokens } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { apiRoot, platform, type DemoApp } from '../support/platform.ts';
import { postRefresh } from '../support/token-endpoint.ts';

const { gateways } = platform();

let store: TestStore;
let browser: PlainBrowser;

beforeAll(async () => {
  store = await newStore('enterprise');
  browser = new PlainBrowser(gateways[0]);
});

/** A new installed app. */
async function installed(): Promise<{ app: DemoApp; tokens: Tokens }> {
  const client = new AppClient(gateways[0], await newApp());
  const { parameters, verifier } = await client.authorize(store.owner, undefined, browser);
  return { app: client.app, tokens: await client.exchange(parameters, verifier) };
}

const expectInvalidGrant = (answer: Answer): void =>
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);

const apiStatus = async (token: string, gateway: string): Promise<number> =>
  (await call(apiRoot(gateway), '/store', token)).status;

/** Backdates the use of a refresh token. */
const usedBefore = (refreshToken: string, ago: string) =>
  authSql(`update refresh_token set used_at = now() - $2::interval where token_hash = $1`, [
    sha256(refreshToken),
    ago,
  ]);

/** Expects both gateways to refuse an installation's tokens. */
async function expectDead(
  app: DemoApp,
  pair: { access_token: string; refresh_token: string },
): Promise<void> {
  for (const gateway of gateways) {
    expect(await apiStatus(pair.access_token, gateway)).toBe(401);
    expectInvalidGrant(await postRefresh(gateway, app, pair.refresh_token));
  }
}

async function expectAlive(
  app: DemoApp,
  pair: { access_token: string; refresh_token: string },
): Promise<void> {
  for (const gateway of gateways) expect(await apiStatus(pair.access_token, gateway)).toBe(200);
  expect((await postRefresh(gateways[1], app, pair.refresh_token)).status).toBe(200);
}

describe('refresh token rotation', () => {
  test('each refresh returns a new token pair, and earlier access tokens stay valid', async () => {
    const { app, tokens } = await installed();
    const pairs: Tokens[] = [tokens];
    for (let i = 0; i < 5; i++)
      pairs.push((await postRefresh(gateways[i % 2]!, app, pairs.at(-1)!.refresh_token)).body);
    expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(6);
    expect(new Set(pairs.map((pair) => pair.access_token)).size).toBe(6);
    expect(new Set(pairs.map((pair) => pair.scope)).size).toBe(1);
    expect(new Set(pairs.map((pair) => pair.installation_id)).size).toBe(1);
    for (const pair of pairs) expect(await apiStatus(pair.access_token, gateways[1])).toBe(200);
  });

  test('a refresh token expires 90 days after its own issue', async () => {
    const { app, tokens } = await installed();
    const { body } = await postRefresh(gateways[0], app, tokens.refresh_token);
    const [row] = await authSql<{ days: number }>(
      `select extract(epoch from expires_at - issued_at)::int / 86400 as days from refresh_token where token_hash = $1`,
      [sha256(body.refresh_token)],
    );
    expect(row!.days).toBe(90);
    await authSql('update refresh_token set expires_at = now() where token_hash = $1', [
      sha256(body.refresh_token),
    ]);
    expectInvalidGrant(await postRefresh(gateways[0], app, body.refresh_token));
    expect(await apiStatus(body.access_token, gateways[0])).toBe(200);
  });

  test('refresh tokens are stored only as hashes', async () => {
    const { tokens } = await installed();
    const rows = await authSql<{ row: string }>(
      'select t::text as row from refresh_token t union all select t::text from refresh_replay t',
    );
    expect(rows.filter(({ row }) => row.includes(tokens.refresh_token))).toEqual([]);
  });
});

describe('refresh token reuse', () => {
  test('a refresh token reused within 10 seconds is invalid_grant without further effect', async () => {
    const { app, tokens } = await installed();
    const { body } = await postRefresh(gateways[0], app, tokens.refresh_token);
    expectInvalidGrant(await postRefresh(gateways[1], app, tokens.refresh_token));
    // Half of the 10 seconds have passed.
    await usedBefore(tokens.refresh_token, '5 s');
    expectInvalidGrant(await postRefresh(gateways[0], app, tokens.refresh_token));
    await expectAlive(app, body);
  });

  test('a refresh token reused after 10 seconds revokes the whole token family', async () => {
    const { app, tokens } = await installed();
    const { body: second } = await postRefresh(gateways[0], app, tokens.refresh_token);
    const { body: third } = await postRefresh(gateways[1], app, second.refresh_token);
    await usedBefore(tokens.refresh_token, '10.001 s');
    expectInvalidGrant(await postRefresh(gateways[1], app, tokens.refresh_token));
    for (const pair of [tokens, second, third]) await expectDead(app, pair);
  });

  test('a used refresh token presented by another client revokes the token family immediately', async () => {
    const { app, tokens } = await installed();
    const { body } = await postRefresh(gateways[0], app, tokens.refresh_token);
    expectInvalidGrant(await postRefresh(gateways[1], await newApp(), tokens.refresh_token));
    await expectDead(app, body);
  });

  test('an unused refresh token presented by another client is invalid_grant and stays valid', async () => {
    const { app, tokens } = await installed();
    expectInvalidGrant(await postRefresh(gateways[1], await newApp(), tokens.refresh_token));
    await expectAlive(app, tokens);
  });
});

async function expectOneWinner(times: number): Promise<void> {
  const { app, tokens } = await installed();
  const answers = await Promise.all(
    Array.from({ length: times }, (_, i) => postRefresh(gateways[i % 2]!, app, tokens.refresh_token)),
  );
  const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
  expect(winner!.status).toBe(200);
  others.forEach(expectInvalidGrant);
  expect(others).toHaveLength(times - 1);
  await expectAlive(app, winner!.body);
}

describe('concurrent refreshes across both gateways', () => {
  test('of 200 concurrent refreshes one wins, the others are invalid_grant, and the token family stays valid', async () => {
    await expectOneWinner(200);
  });

  test('of a few concurrent refreshes, repeated many times, exactly one wins each time', async () => {
    for (let round = 0; round < 20; round++) await expectOneWinner(2 + (round % 5));
  });
});

const withKey = (key: string) => ({ 'idempotency-key': key });

describe('refresh with an Idempotency-Key', () => {
  test('a refresh is replayed for the same Idempotency-Key at either gateway for 60 seconds', async () => {
    const { app, tokens } = await installed();
    const first = await postRefresh(gateways[0], app, tokens.refresh_token, withKey('k-1'));
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    // Long after the 10 seconds that apply without a key.
    await usedBefore(tokens.refresh_token, '50 s');
    for (const gateway of gateways) {
      const again = await postRefresh(gateway, app, tokens.refresh_token, withKey('k-1'));
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    await expectAlive(app, first.body);
  });

  test('20 concurrent refreshes with one key all get the same token pair', async () => {
    const { app, tokens } = await installed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        postRefresh(gateways[i % 2]!, app, tokens.refresh_token, withKey('k-2')),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(19);
    await expectAlive(app, answers[0]!.body);
  });

  test('a refresh is not replayed for another key or client, or after 60 seconds', async () => {
    const { app, tokens } = await installed();
    const { body } = await postRefresh(gateways[0], app, tokens.refresh_token, withKey('k-3'));
    expectInvalidGrant(await postRefresh(gateways[1], app, tokens.refresh_token, withKey('k-4')));
    expect(await apiStatus(body.access_token, gateways[0])).toBe(200);
    const [row] = await authSql<{ kept: number; answer_sealed: string }>(
      `select extract(epoch from r.expires_at - t.used_at)::int as kept, r.answer_sealed
       from refresh_replay r join refresh_token t using (token_hash) where token_hash = $1`,
      [sha256(tokens.refresh_token)],
    );
    expect(row!.kept).toBe(60);
    expect(row!.answer_sealed).not.toContain(body.refresh_token);
    await authSql('update refresh_replay set expires_at = now() where token_hash = $1', [
      sha256(tokens.refresh_token),
    ]);
    await usedBefore(tokens.refresh_token, '61 s');
    expectInvalidGrant(await postRefresh(gateways[0], app, tokens.refresh_token, withKey('k-3')));
    // From then on it counts as reuse by the contract.
    await expectDead(app, body);
  });

  test('another client with the same key counts as theft and revokes the tokens', async () => {
    const { app, tokens } = await installed();
    const { body } = await postRefresh(gateways[0], app, tokens.refresh_token, withKey('k-5'));
    const stolen = await postRefresh(gateways[0], await newApp(), tokens.refresh_token, withKey('k-5'));
    expectInvalidGrant(stolen);
    await expectDead(app, body);
  });

  test('a refresh is not replayed once the token family is revoked', async () => {
    const { app, tokens } = await installed();
    await postRefresh(gateways[0], app, tokens.refresh_token, withKey('k-6'));
    await new AppClient(gateways[0], app).revoke(tokens.refresh_token);
    expectInvalidGrant(await postRefresh(gateways[1], app, tokens.refresh_token, withKey('k-6')));
  });

  test.each([['x'.repeat(256)], ['é']])(
    'a key that is not 1 to 255 printable ASCII is refused (%#)',
    async (key) => {
      const { app, tokens } = await installed();
      const answer = await postRefresh(gateways[0], app, tokens.refresh_token, withKey(key));
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
      await expectAlive(app, tokens);
    },
  );
});
