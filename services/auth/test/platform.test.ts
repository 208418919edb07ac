import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanTier } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { AppStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { planOf } from '@commerce/service-kit/testing/database.ts';
import { approveReview } from '../src/rpc/approve-review.ts';
import { createClientSecret } from '../src/rpc/create-client-secret.ts';
import { getAnyApp } from '../src/rpc/get-any-app.ts';
import { getDeveloperDetails } from '../src/rpc/get-developer-details.ts';
import { listAllApps } from '../src/rpc/list-all-apps.ts';
import { listAuditEntries } from '../src/rpc/list-audit-entries.ts';
import { listDevelopers } from '../src/rpc/list-developers.ts';
import { listStores } from '../src/rpc/list-stores.ts';
import { recordParkedEventAction } from '../src/rpc/record-parked-event-action.ts';
import { restoreApp } from '../src/rpc/restore-app.ts';
import { restoreDeveloper } from '../src/rpc/restore-developer.ts';
import { setStorePlan } from '../src/rpc/set-store-plan.ts';
import { suspendApp } from '../src/rpc/suspend-app.ts';
import { suspendDeveloper } from '../src/rpc/suspend-developer.ts';
import { appReviewListDecided, appReviewListOfApp, appReviewListOpen } from '../src/store/app-review.ts';
import { auditEntryList } from '../src/store/audit-entry.ts';
import { storeListOfDeveloper, storeListOnPlans } from '../src/store/store.ts';
import { Developers, FIELDS, type TestActor } from './support/developers.ts';
import { AuthFixture } from './support/fixture.ts';

let auth: AuthFixture;
let developers: Developers;
let staff: TestActor;

beforeAll(async () => {
  auth = await AuthFixture.create();
  developers = new Developers(auth);
  staff = await developers.newActor('Ezequiel', true);
});
afterAll(() => auth.close());

const PAGE = { limit: 50, pageToken: Buffer.alloc(0) };
const audit = async (subjectId: string, actorId = '') =>
  (await developers.as(staff, listAuditEntries, { subjectId, actorId, ...PAGE })).entries;
const stores = async (search: string, planTier: PlanTier = PlanTier.UNSPECIFIED) =>
  (await developers.as(staff, listStores, { search, planTier, suspended: false, ...PAGE })).stores;

test('the audit log records suspensions and restorations of an app with actor, time and reason, once each', async () => {
  const dev = await developers.newDeveloper();
  const { id: appId } = await developers.newDraft(dev);
  await developers.as(staff, suspendApp, { appId, reason: 'Manda correo no pedido.' });
  const suspendedAtMs = auth.clock.nowMs;
  auth.clock.pass(1_000);
  await developers.as(staff, suspendApp, { appId, reason: 'Otra vez.' });
  const { app } = await developers.as(staff, getAnyApp, { appId });
  expect(app!.suspension).toEqual({ sinceMs: suspendedAtMs, reason: 'Manda correo no pedido.' });
  await developers.as(staff, restoreApp, { appId, reason: 'Aclarado.' });
  await developers.as(staff, restoreApp, { appId });
  expect((await developers.as(staff, getAnyApp, { appId })).app!.suspension).toBeUndefined();
  const by = { actorId: staff.personId, actorName: 'Ezequiel', subjectId: appId, subjectName: FIELDS.name };
  expect(await audit(appId)).toEqual([
    expect.objectContaining({ ...by, action: 'app.restored', reason: 'Aclarado.' }),
    expect.objectContaining({
      ...by,
      action: 'app.suspended',
      reason: 'Manda correo no pedido.',
      atMs: suspendedAtMs,
    }),
    expect.objectContaining({ action: 'app.created', actorName: 'Camila' }),
  ]);
});

test('the audit log records suspensions and restorations of a developer', async () => {
  const { developerId } = await developers.newDeveloper();
  await developers.as(staff, suspendDeveloper, { developerId, reason: 'Fraude.' });
  const { developer } = await developers.as(staff, getDeveloperDetails, { developerId });
  expect(developer!.suspension!.reason).toBe('Fraude.');
  await developers.as(staff, restoreDeveloper, { developerId });
  expect((await audit(developerId)).map(({ action }) => action)).toEqual([
    'developer.restored',
    'developer.suspended',
  ]);
});

test('the audit log records replays and discards of parked events; other actions are refused', async () => {
  const subjectId = 'evt_01k0000000000000000000000a';
  const record = (action: string) =>
    developers.as(staff, recordParkedEventAction, {
      action,
      subjectId,
      reason: 'Covered by a later event.',
      details: { service: 'catalog' },
    });
  await record('parked_event.discarded');
  expect(await audit(subjectId)).toMatchObject([
    {
      action: 'parked_event.discarded',
      actorId: staff.personId,
      reason: 'Covered by a later event.',
      details: { service: 'catalog' },
    },
  ]);
  await expect(record('app.approved')).rejects.toMatchObject({
    code: 'invalid_request',
    details: [{ field: 'action' }],
  });
});

test('the audit log records an app from its creation on, without secrets', async () => {
  const dev = await developers.newDeveloper();
  const { id: appId } = await developers.newDraft(dev);
  const request = { developerId: dev.developerId, appId, othersForS: 0 };
  const { value } = await developers.as(dev, createClientSecret, request);
  const reviewId = await developers.submit(dev, appId);
  await developers.as(staff, approveReview, { reviewId, reason: '' });
  const entries = await audit(appId);
  expect(entries.map(({ action }) => action)).toEqual([
    'app.approved',
    'app.submitted',
    'client_secret.created',
    'app.created',
  ]);
  expect(entries[0]!.details).toEqual({ review: reviewId, kind: 'publication' });
  expect(JSON.stringify(entries)).not.toContain(value);
  expect(await audit(appId, staff.personId)).toHaveLength(1);
  expect((await audit('', dev.personId)).every(({ actorId }) => actorId === dev.personId)).toBe(true);
  expect((await audit(''))[0]!.action).toBe('app.approved');
});

test('a reason over 1,000 characters is refused', async () => {
  const { id: appId } = await developers.newDraft(await developers.newDeveloper());
  const attempt = developers.as(staff, suspendApp, { appId, reason: 'x'.repeat(1001) });
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a new plan takes effect at once, and the audit log records the previous one', async () => {
  const { id: storeId } = await auth.newStore('demo');
  const request = { storeId, planTier: PlanTier.ENTERPRISE, reason: 'Contrato nuevo.' };
  const { store } = await developers.as(staff, setStorePlan, request);
  expect(store).toMatchObject({
    planTier: PlanTier.ENTERPRISE,
    maxInstalledApps: 100,
    requestsPerMinute: 3000,
  });
  await developers.as(staff, setStorePlan, request);
  expect(await audit(storeId)).toEqual([
    expect.objectContaining({
      action: 'store.plan_changed',
      subjectName: 'La Tienda',
      reason: 'Contrato nuevo.',
      details: { from: 'demo', to: 'enterprise' },
    }),
  ]);
});

test('plans that are not for merchants, test stores and unknown stores are refused', async () => {
  const { id: storeId } = await auth.newStore();
  const set = (id: string, planTier: PlanTier) =>
    developers.as(staff, setStorePlan, { storeId: id, planTier, reason: '' });
  for (const plan of [PlanTier.DEVELOPER, PlanTier.UNSPECIFIED, 99 as PlanTier])
    await expect(set(storeId, plan)).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'plan_tier' }],
    });
  const tryOut = await developers.newTestStore(await developers.newDeveloper());
  await expect(set(tryOut.id, PlanTier.DEMO)).rejects.toMatchObject({
    details: [{ reason: 'developer_store' }],
  });
  for (const id of ['', 'sto_x', storeId.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z'))])
    await expect(set(id, PlanTier.DEMO)).rejects.toMatchObject({ code: 'not_found' });
});

test('stores are found by part of the name, by id and by plan, with the limits and usage of the plan', async () => {
  const store = await auth.newStore('professional');
  await auth.install(await auth.newApp(), store);
  await auth.deps.db.pool.query('update store set name = $2 where id = $1', [store.id, '100% Mate_s']);
  const expected = {
    id: store.id,
    name: '100% Mate_s',
    planTier: PlanTier.PROFESSIONAL,
    createdAtMs: auth.clock.nowMs,
    installedApps: 1,
    maxInstalledApps: 15,
    requestsPerMinute: 600,
    ownerEmail: store.ownerEmail,
    developerId: '',
  };
  expect(await stores('0% mate_')).toEqual([expected]);
  expect(await stores(store.id, PlanTier.PROFESSIONAL)).toEqual([expected]);
  expect(await stores(store.id, PlanTier.DEMO)).toEqual([]);
  expect(await stores('0% mate%')).toEqual([]);
  await expect(stores('', 99 as PlanTier)).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(stores('x'.repeat(101))).rejects.toMatchObject({ code: 'invalid_request' });
});

test('apps and developers are found by part of the name and by id', async () => {
  const dev = await developers.newDeveloper();
  const { id } = await developers.newDraft(dev, { name: 'Rarísima' });
  const apps = async (search: string, status: AppStatus = AppStatus.UNSPECIFIED, developerId = '') =>
    (await developers.as(staff, listAllApps, { search, status, developerId, ...PAGE })).apps.map(
      (app) => app.id,
    );
  expect(await apps('rarí')).toEqual([id]);
  expect(await apps(id, AppStatus.DRAFT)).toEqual([id]);
  expect(await apps(id, AppStatus.PUBLISHED)).toEqual([]);
  expect(await apps('', AppStatus.UNSPECIFIED, dev.developerId)).toEqual([id]);
  const found = await developers.as(staff, listDevelopers, { search: dev.developerId, ...PAGE });
  expect(found.developers).toEqual([
    { developer: expect.objectContaining({ name: 'Estudio' }), apps: 1, publishedApps: 0 },
  ]);
  const details = await developers.as(staff, getDeveloperDetails, { developerId: dev.developerId });
  expect(details.members).toEqual([{ personId: dev.personId, name: 'Camila', email: dev.email }]);
});

test('the lists use their indexes', async () => {
  const { pool } = auth.deps.db;
  const { id: appId, developerId } = await developers.newDraft(await developers.newDeveloper());
  await pool.query(
    `insert into app_review (id, app_id, kind, state, proposed, submitted_at)
     select 'rev_' || n, $1, 'publication', 'rejected', '{}', now() from generate_series(1, 3000) n`,
    [appId],
  );
  await pool.query(
    `insert into audit_entry (at, action, subject_id, actor_id)
     select now(), 'app.changed', 'app_' || n % 500, 'per_' || n % 500 from generate_series(1, 5000) n`,
  );
  await pool.query(
    `insert into store (id, name, plan, created_at, developer_id)
     select 'sto_' || n, 'x', 'demo', now(), case when n % 100 = 0 then $1 end from generate_series(1, 3000) n`,
    [developerId],
  );
  await pool.query('analyze');
  const scansOf = async (run: Parameters<typeof planOf>[1]) =>
    (await planOf(auth.deps.db, run)).scans.join('\n');
  expect(await scansOf((db) => appReviewListOpen(db, '', 50))).toMatch(/app_review_(open|one_open)/);
  expect(await scansOf((db) => appReviewListDecided(db, '~', 50))).toMatch(/app_review_decided/);
  expect(await scansOf((db) => appReviewListOfApp(db, 'app_x', '~', 50))).toMatch(/app_review_(app|pkey)/);
  const bySubject = { subjectId: 'app_x', actorId: undefined };
  expect(await scansOf((db) => auditEntryList(db, bySubject, 1e9, 50))).toMatch(/audit_entry_subject/);
  const byActor = { subjectId: undefined, actorId: 'per_x' };
  expect(await scansOf((db) => auditEntryList(db, byActor, 1e9, 50))).toMatch(/audit_entry_actor/);
  expect(await scansOf((db) => storeListOfDeveloper(db, 'dev_x'))).toMatch(/store_developer/);
  const everything = { plan: undefined, search: undefined, suspended: false };
  expect(await scansOf((db) => storeListOnPlans(db, everything, '~', 50))).toMatch(
    /Backward using store_pkey/,
  );
  expect(await scansOf((db) => storeListOnPlans(db, { ...everything, suspended: true }, '~', 50))).toMatch(
    /store_suspended/,
  );
});
