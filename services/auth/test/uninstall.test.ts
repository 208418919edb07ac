import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InstallationStatus, UninstalledBy } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { AppUninstalled, StoreRedact } from '@commerce/proto/commerce/auth/v1/events.ts';
import { OAuthError, type TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { redactStoresJob } from '../src/jobs/redact-stores.ts';
import { uninstallInstallation } from '../src/rpc/uninstall-installation.ts';
import { uninstall } from '../src/rpc/uninstall.ts';
import { STORE_REDACTION_TAKE_DUE, storeRedactionTakeDue } from '../src/store/store-redaction.ts';
import { AuthFixture, type TestApp, type TestStore } from './support/fixture.ts';

const HOURS_48 = 48 * 3_600_000;
let auth: AuthFixture;
let app: TestApp;
let store: TestStore;
let given: TokenSet;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  [app, store] = await Promise.all([auth.newApp(), auth.newStore()]);
  given = await auth.install(app, store);
  await auth.deps.db.pool.query('truncate store_redaction, outbox');
});

const byMerchant = (fixture = auth, storeId = store.id) =>
  fixture.call(uninstallInstallation, { installationId: given.installationId }, storeId);
const types = async () => (await auth.events()).map(({ type }) => type);
const redact = (fixture = auth) => redactStoresJob(fixture.deps).run();

describe('app that uninstalls itself', () => {
  test('every token is refused at once by every replica, and `app.uninstalled` is published', async () => {
    const replica = auth.replica();
    await auth.uninstall(given);
    expect(await replica.isAccepted(given.accessToken)).toBe(false);
    expect(await replica.refresh(app, given.refreshToken)).toMatchObject({ error: OAuthError.INVALID_GRANT });
    await replica.close();
    const [event, ...others] = await auth.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'app.uninstalled',
      storeId: store.id,
      subjectId: given.installationId,
      occurredAtMs: auth.clock.nowMs,
      actor: { id: given.installationId },
    });
    expect(AppUninstalled.decode(event!.payload)).toEqual({
      uninstalledBy: UninstalledBy.APP,
      installation: {
        installationId: given.installationId,
        appId: app.id,
        storeId: store.id,
        status: InstallationStatus.UNINSTALLED,
        scopes: ['read_products'],
        uninstalledAtMs: auth.clock.nowMs,
        version: 2,
      },
    });
  });

  test('only an installation of the store can uninstall itself', async () => {
    const ctx = systemContext('test', deadlineIn(30_000), store.id);
    await expect(uninstall(auth.deps)(ctx, {})).rejects.toMatchObject({ code: 'not_found' });
    const { id: storeId } = await auth.newStore();
    await expect(auth.uninstall({ ...given, storeId })).rejects.toMatchObject({ code: 'not_found' });
    expect(await types()).toEqual([]);
  });
});

test('concurrent uninstalls by the merchant publish one event, with the merchant as actor', async () => {
  const replica = auth.replica();
  const answers = await Promise.all([byMerchant(), byMerchant(replica), byMerchant(), byMerchant(replica)]);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  await auth.uninstall(given);
  await replica.close();
  const events = await auth.events();
  expect(events.map(({ payload }) => AppUninstalled.decode(payload).uninstalledBy)).toEqual([
    UninstalledBy.MERCHANT,
  ]);
});

describe('store.redact', () => {
  test('the event is published 48 hours after the uninstall, once over several replicas', async () => {
    const uninstalledAtMs = auth.clock.nowMs;
    await auth.uninstall(given);
    await auth.events();
    auth.clock.pass(HOURS_48 - 1);
    await redact();
    expect(await types()).toEqual([]);
    auth.clock.pass(1);
    const replicas = [auth.replica(), auth.replica()];
    await Promise.all([redact(), ...replicas.map(redact), redact()]);
    await redact();
    for (const replica of replicas) await replica.close();
    const [event, ...others] = await auth.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'store.redact', storeId: store.id, subjectId: given.installationId });
    expect(StoreRedact.decode(event!.payload).installation).toMatchObject({
      installationId: given.installationId,
      appId: app.id,
      status: InstallationStatus.UNINSTALLED,
      uninstalledAtMs,
    });
  });

  test('a new installation cancels the event; the next uninstall schedules it again', async () => {
    await auth.uninstall(given);
    auth.clock.pass(HOURS_48 - 60_000);
    const again = await auth.install(app, await signedIn(store));
    expect(again.installationId).not.toBe(given.installationId);
    auth.clock.pass(60_000);
    await auth.events();
    await redact();
    expect(await types()).toEqual([]);
    await auth.uninstall(again);
    auth.clock.pass(HOURS_48);
    await redact();
    const [, redacted] = await auth.events();
    expect([redacted!.type, redacted!.subjectId]).toEqual(['store.redact', again.installationId]);
  });

  test('a new installation cancels only the event of its own app and store', async () => {
    const other = await auth.newApp();
    const inStore = await auth.install(other, store);
    const elsewhere = await auth.install(app, await auth.newStore());
    for (const installed of [given, inStore, elsewhere]) await auth.uninstall(installed);
    await auth.install(app, store);
    await auth.events();
    auth.clock.pass(HOURS_48);
    await redact();
    const redacted = (await auth.events()).map(({ subjectId }) => subjectId);
    expect(redacted.toSorted()).toEqual([inStore.installationId, elsewhere.installationId].toSorted());
  });

  test('an event taken by a failed transaction is published by the next run', async () => {
    await auth.uninstall(given);
    await auth.events();
    auth.clock.pass(HOURS_48);
    const { db, clock } = auth.deps;
    const failing = db.transaction(async (tx) => {
      await storeRedactionTakeDue(tx, new Date(clock.now()));
      throw new Error('lost');
    });
    await expect(failing).rejects.toThrow('lost');
    await redact();
    expect(await types()).toEqual(['store.redact']);
  });

  test('the query for due events uses indexes only', async () => {
    const client = await auth.deps.db.pool.connect();
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain ${STORE_REDACTION_TAKE_DUE.text}`,
      [new Date()],
    );
    await client.query('rollback');
    client.release();
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('store_redaction_due');
    expect(plan).not.toMatch(/Seq Scan/);
  });
});

/** The store with a new session of its owner; the previous one may have expired. */
async function signedIn(owned: TestStore): Promise<TestStore> {
  return { ...owned, ownerSession: await auth.signIn(owned.ownerEmail) };
}
