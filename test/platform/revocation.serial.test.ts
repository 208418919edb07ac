// covers: gateway, services/auth
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';
import { call } from '../support/api.ts';
import { authSql } from '../support/auth-database.ts';
import { PlainBrowser } from '../support/browser.ts';
import { AppClient, type Tokens } from '../support/install-app.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { openOperations, type Operations } from '../support/operations.ts';
import { apiRoot, platform } from '../support/platform.ts';
import { credentials, postRefresh, postRevoke, postToken } from '../support/token-endpoint.ts';
import { TokenLoad } from '../support/token-load.ts';

const { gateways } = platform();

let store: TestStore;
let operations: Operations;

beforeAll(async () => {
  store = await newStore('enterprise');
  operations = openOperations();
});
afterAll(() => operations.close());

/** An installation whose tokens are about to be revoked. */
interface Victim {
  client: AppClient;
  developerId: string;
  /** In order of issue: the first by the code, the second by a refresh. */
  pairs: [Tokens, Tokens];
  code: string;
  verifier: string;
}

async function install(): Promise<Victim> {
  const developerId = await newDeveloper();
  const client = new AppClient(gateways[0], await newApp(undefined, { developerId }));
  const { parameters, verifier } = await client.authorize(store.owner);
  const first = await client.exchange(parameters, verifier);
  const second = await client.refresh(first.refresh_token);
  return { client, developerId, pairs: [first, second], code: parameters.get('code')!, verifier };
}

const expectInvalidGrant = ({ status, body }: { status: number; body: { error: string } }): void =>
  expect([status, body.error]).toEqual([400, 'invalid_grant']);

/** Backdates the use of a refresh token beyond the grace period of ten seconds. */
const passGracePeriod = (refreshToken: string) =>
  authSql(`update refresh_token set used_at = used_at - interval '11 s' where token_hash = $1`, [
    sha256(refreshToken),
  ]);

/** Actions that revoke tokens; each resolves when the platform has responded. */
const kinds: [string, (victim: Victim) => Promise<unknown>][] = [
  [
    'POST /revoke with the refresh token',
    async ({ client, pairs }) => {
      const answer = await postRevoke(gateways[0], client.app, pairs[1].refresh_token);
      expect([answer.status, answer.text]).toEqual([200, '{}']);
    },
  ],
  [
    'POST /revoke with an access token',
    async ({ client, pairs }) => {
      const answer = await postRevoke(gateways[1], client.app, pairs[0].access_token);
      expect([answer.status, answer.text]).toEqual([200, '{}']);
    },
  ],
  [
    'uninstalling the app',
    ({ pairs }) =>
      operations.apps.uninstallInstallation(operations.ctx(), { installationId: pairs[0].installation_id }),
  ],
  [
    'suspending the app',
    ({ client }) => operations.call.suspendApp(operations.ctx(), { appId: client.app.client_id }),
  ],
  [
    'suspending the developer',
    ({ developerId }) => operations.call.suspendDeveloper(operations.ctx(), { developerId }),
  ],
  [
    'reusing a refresh token, which revokes its token family',
    async ({ client, pairs }) => {
      await passGracePeriod(pairs[0].refresh_token);
      expectInvalidGrant(await postRefresh(gateways[1], client.app, pairs[0].refresh_token));
    },
  ],
  [
    'replaying the code',
    async ({ client, code, verifier }) => {
      const form = {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: client.app.redirect_uri,
      };
      expectInvalidGrant(await postToken(gateways[0], { basic: credentials(client.app), form }));
    },
  ],
  // Last: the store is that of all kinds.
  [
    'suspending the store',
    ({ pairs }) =>
      operations.call.suspendStore(operations.ctx(), {
        storeId: pairs[0].store.id,
        reason: 'Falta de pago.',
      }),
  ],
];

describe('revocation under load at two gateways', () => {
  test.each(kinds)('none of 1,000 requests after the response is accepted: %s', async (_kind, kill) => {
    const victim = await install();
    const load = new TokenLoad(
      gateways,
      victim.pairs.map((pair) => pair.access_token),
    );
    try {
      await load.admitted(100);
      await kill(victim);
      await load.revoked(500);
    } finally {
      await load.stop();
    }
    // A 429 would count as accepted: it shows that the installation is active. A busy machine may answer 503.
    const refused = '401 invalid_token Bearer error="invalid_token"';
    for (const answers of load.after) {
      expect(answers.length).toBe(500);
      expect(answers.filter((answer) => answer !== refused && !answer.startsWith('503 '))).toEqual([]);
      expect(answers.filter((answer) => answer === refused).length).toBeGreaterThan(450);
    }
    // Requests running at that moment were either accepted or refused, nothing else.
    expect([...load.before.keys()].filter((status) => ![200, 401, 429, 503].includes(status))).toEqual([]);
  });
});

describe('refresh concurrent with a revocation', () => {
  const ROUNDS = atLongLevel ? 40 : 12;

  /**
   * Runs a refresh concurrently with a revocation for one installation after another.
   * @returns how often the refresh won
   */
  async function race(kill: (victim: Victim) => Promise<unknown>): Promise<number> {
    const browser = new PlainBrowser(gateways[0]);
    const { owner } = await newStore('enterprise');
    const developerId = await newDeveloper();
    let issued = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const client = new AppClient(gateways[0], await newApp(undefined, { developerId }));
      const { parameters, verifier } = await client.authorize(owner, undefined, browser);
      const first = await client.exchange(parameters, verifier);
      const pairs: [Tokens, Tokens] = [first, await client.refresh(first.refresh_token)];
      const victim = { client, developerId, pairs, code: parameters.get('code')!, verifier };

      const killing = (async () => {
        // Delays from before the refresh to long after it.
        await new Promise((resolve) => setTimeout(resolve, round % 8));
        await kill(victim);
      })();
      const answer = await postRefresh(gateways[round % 2]!, client.app, pairs[1].refresh_token);
      await killing;
      if (answer.status === 200) issued += 1;
      const tokens = [pairs[1], ...(answer.status === 200 ? [answer.body as Tokens] : [])];
      for (const { access_token } of tokens)
        for (const gateway of gateways)
          expect((await call(apiRoot(gateway), '/store', access_token)).status).toBe(401);
      const last = await postRefresh(gateways[1], client.app, tokens.at(-1)!.refresh_token);
      expect([last.status, ['invalid_grant', 'invalid_client'].includes(last.body.error)]).toEqual([
        last.body.error === 'invalid_client' ? 401 : 400,
        true,
      ]);
    }
    return issued;
  }

  test.each([kinds[0]!, kinds[1]!, kinds[2]!, kinds[3]!])(
    'tokens of a refresh concurrent with a revocation are never accepted after both have responded: %s',
    async (_kind, kill) => {
      // The race is real: the refresh came first at least sometimes.
      expect(await race(kill)).toBeGreaterThan(0);
    },
  );
});
