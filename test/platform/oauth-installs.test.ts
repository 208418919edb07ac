// covers: gateway, services/auth
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { call, type Answer } from '../support/api.ts';
import { authSql } from '../support/auth-database.ts';
import { PlainBrowser } from '../support/browser.ts';
import { AppClient, type Tokens } from '../support/install-app.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { openOperations, type Operations } from '../support/operations.ts';
import { apiRoot, platform, type DemoApp } from '../support/platform.ts';
import { credentials, postRefresh, postToken } from '../support/token-endpoint.ts';

const { gateways } = platform();

let operations: Operations;

beforeAll(() => {
  operations = openOperations();
});
afterAll(() => operations.close());

/** A store owner with a kept session. */
class Owner {
  readonly store: TestStore;
  readonly #browser = new PlainBrowser(gateways[0]);

  constructor(store: TestStore) {
    this.store = store;
  }

  static async of(plan: 'demo' | 'enterprise'): Promise<Owner> {
    return new Owner(await newStore(plan));
  }

  /** Consents to an app and returns its code without exchanging it. */
  async allow(client: AppClient): Promise<(gateway?: string) => Promise<Answer>> {
    const { parameters, verifier } = await client.authorize(this.store.owner, undefined, this.#browser);
    const form = {
      grant_type: 'authorization_code',
      code: parameters.get('code')!,
      code_verifier: verifier,
      redirect_uri: client.app.redirect_uri,
    };
    return (gateway = gateways[0]) => postToken(gateway, { basic: credentials(client.app), form });
  }

  async install(client: AppClient): Promise<Tokens> {
    const answer = await (await this.allow(client))();
    expect(answer.status).toBe(200);
    return answer.body;
  }

  async counted(): Promise<number> {
    const [row] = await authSql<{ count: number }>(
      `select count(*)::int as count from installation where store_id = $1 and state <> 'uninstalled'`,
      [this.store.id],
    );
    return row!.count;
  }
}

const newClient = async (): Promise<AppClient> => new AppClient(gateways[0], await newApp());

const apiStatuses = (token: string): Promise<number[]> =>
  Promise.all(gateways.map(async (gateway) => (await call(apiRoot(gateway), '/store', token)).status));

function expectLimitReached({ status, body }: Answer): void {
  expect([status, body]).toEqual([
    400,
    { error: 'invalid_grant', error_description: 'install_limit_reached' },
  ]);
}

const uninstall = (installationId: string) =>
  operations.apps.uninstallInstallation(operations.ctx(), { installationId });

describe('limit of installed apps by plan (demo: 3)', () => {
  test('of 10 concurrent exchanges across both gateways, one below the limit, exactly one succeeds', async () => {
    for (let round = 0; round < 2; round++) {
      const owner = await Owner.of('demo');
      for (let i = 0; i < 2; i++) await owner.install(await newClient());
      const exchanges = [];
      for (let i = 0; i < 10; i++) exchanges.push(await owner.allow(await newClient()));
      const answers = await Promise.all(exchanges.map((exchange, i) => exchange(gateways[i % 2])));
      const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status);
      expect(winner!.status).toBe(200);
      expect(others).toHaveLength(9);
      others.forEach(expectLimitReached);
      expect(await owner.counted()).toBe(3);
      expect(await apiStatuses(winner!.body.access_token)).toEqual([200, 200]);
    }
  });

  test('revoked installations count towards the limit, reauthorizations and uninstalled apps do not', async () => {
    const owner = await Owner.of('demo');
    const clients = [await newClient(), await newClient(), await newClient()];
    const first = await owner.install(clients[0]!);
    for (const client of clients.slice(1)) await owner.install(client);
    const late = await owner.allow(await newClient());
    expectLimitReached(await late());
    expect((await owner.install(clients[0]!)).installation_id).toBe(first.installation_id);

    await clients[0]!.revoke(first.access_token);
    expectLimitReached(await late());
    expect((await owner.install(clients[0]!)).installation_id).toBe(first.installation_id);

    await uninstall(first.installation_id);
    expect(await owner.counted()).toBe(2);
    // The exchange that the limit refused did not use up the code.
    expect((await late()).status).toBe(200);
    expect(await owner.counted()).toBe(3);
  });

  test('reinstalling an uninstalled app creates a new installation', async () => {
    const owner = await Owner.of('demo');
    const client = await newClient();
    const first = await owner.install(client);
    const done = await uninstall(first.installation_id);
    expect(done).toMatchObject({
      appId: client.app.client_id,
      storeId: owner.store.id,
      uninstalledBy: UninstalledBy.MERCHANT,
    });
    expect(await uninstall(first.installation_id)).toEqual(done);
    expect(await apiStatuses(first.access_token)).toEqual([401, 401]);
    const second = await owner.install(client);
    expect(second.installation_id).not.toBe(first.installation_id);
    expect(await apiStatuses(second.access_token)).toEqual([200, 200]);
    expect(await apiStatuses(first.access_token)).toEqual([401, 401]);
  });
});

describe('suspension', () => {
  interface Suspension {
    app: DemoApp;
    suspend: () => Promise<unknown>;
    restore: () => Promise<unknown>;
  }

  const kinds: [string, () => Promise<Suspension>][] = [
    [
      'app',
      async () => {
        const app = await newApp();
        const appId = app.client_id;
        return {
          app,
          suspend: () => operations.call.suspendApp(operations.ctx(), { appId }),
          restore: () => operations.call.restoreApp(operations.ctx(), { appId }),
        };
      },
    ],
    [
      'developer',
      async () => {
        const developerId = await newDeveloper();
        return {
          app: await newApp(undefined, { developerId }),
          suspend: () => operations.call.suspendDeveloper(operations.ctx(), { developerId }),
          restore: () => operations.call.restoreDeveloper(operations.ctx(), { developerId }),
        };
      },
    ],
  ];

  test.each(kinds)(
    'suspending %s refuses tokens, API calls and authorizations, and restoring it undoes all of that',
    async (_kind, make) => {
      const { app, suspend, restore } = await make();
      const client = new AppClient(gateways[0], app);
      const owner = await Owner.of('enterprise');
      const tokens = await owner.install(client);
      const late = await owner.allow(client);
      await suspend();

      const inBody = { client_id: app.client_id, client_secret: app.client_secret };
      const refused = [
        await postRefresh(gateways[0], app, tokens.refresh_token),
        await late(gateways[1]),
        await postToken(gateways[1], { form: { ...inBody, grant_type: 'password' } }),
        await postToken(
          gateways[0],
          { form: { ...inBody, token: tokens.access_token } },
          '/oauth/apps/revoke',
        ),
      ];
      for (const answer of refused) {
        expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client']);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
      }
      expect(await apiStatuses(tokens.access_token)).toEqual([401, 401]);
      const url = `${gateways[0]}/oauth/apps/authorize?client_id=${app.client_id}`;
      expect((await fetch(url, { redirect: 'manual' })).status).toBe(400);

      await restore();
      expect(await apiStatuses(tokens.access_token)).toEqual([200, 200]);
      expect((await postRefresh(gateways[1], app, tokens.refresh_token)).status).toBe(200);
      expect((await late()).status).toBe(200);
    },
  );

  test('an app suspended together with its developer works only when both are restored', async () => {
    const developerId = await newDeveloper();
    const app = await newApp(undefined, { developerId });
    const tokens = await (await Owner.of('enterprise')).install(new AppClient(gateways[0], app));
    const appId = app.client_id;
    await operations.call.suspendApp(operations.ctx(), { appId });
    await operations.call.suspendDeveloper(operations.ctx(), { developerId });
    await operations.call.restoreApp(operations.ctx(), { appId });
    expect(await apiStatuses(tokens.access_token)).toEqual([401, 401]);
    await operations.call.restoreDeveloper(operations.ctx(), { developerId });
    expect(await apiStatuses(tokens.access_token)).toEqual([200, 200]);
  });
});
