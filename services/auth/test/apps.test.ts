import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppStatus, type AppFields } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { planOf } from '@commerce/service-kit/testing/database.ts';
import { stampVersion } from '@commerce/service-kit/version.ts';
import { createApp } from '../src/rpc/create-app.ts';
import { getApp } from '../src/rpc/get-app.ts';
import { getDeveloper } from '../src/rpc/get-developer.ts';
import { listApps } from '../src/rpc/list-apps.ts';
import { suspendDeveloper } from '../src/rpc/suspend-developer.ts';
import { updateApp } from '../src/rpc/update-app.ts';
import { appListOfDeveloper } from '../src/store/app.ts';
import { contextOf, Developers, FIELDS, type TestDeveloper } from './support/developers.ts';
import { AuthFixture } from './support/fixture.ts';

let auth: AuthFixture;
let developers: Developers;
let dev: TestDeveloper;

beforeAll(async () => {
  auth = await AuthFixture.create();
  developers = new Developers(auth);
});
afterAll(() => auth.close());
beforeEach(async () => {
  dev = await developers.newDeveloper();
});

const NEXT_TICK_MS = 2;
const update = (appId: string, fields: AppFields, by = dev, expectedVersion?: string) =>
  developers.as(by, updateApp, { developerId: by.developerId, appId, fields, expectedVersion });
const list = (limit: number, pageToken = Buffer.alloc(0)) =>
  developers.as(dev, listApps, { developerId: dev.developerId, limit, pageToken });

describe('new app', () => {
  test('a new app is a draft with the fields of its developer', async () => {
    const app = await developers.newDraft(dev);
    expect(app).toEqual({
      id: expect.stringMatching(/^app_/),
      developerId: dev.developerId,
      developerName: 'Estudio',
      status: AppStatus.DRAFT,
      fields: FIELDS,
      change: undefined,
      suspension: undefined,
      developerSuspended: false,
      installations: 0,
      inReview: false,
      createdAtMs: auth.clock.nowMs,
      updatedAtMs: auth.clock.nowMs,
    });
    const found = await developers.as(dev, getApp, { developerId: dev.developerId, appId: app.id });
    expect(found).toEqual({ app, lastReview: undefined });
  });

  test('a repeated idempotency key creates the app once', async () => {
    const idempotency = { key: 'one', fingerprint: sha256('same'), presentation: '' };
    const ctx = { ...contextOf(dev), idempotency };
    const request = { developerId: dev.developerId, fields: FIELDS };
    await createApp(auth.deps)(ctx, request);
    expect(await createApp(auth.deps)(ctx, request)).toBeInstanceOf(StoredAnswer);
    expect((await list(10)).apps).toHaveLength(1);
  });

  test('a suspended developer, or one with a hundred apps, cannot create an app', async () => {
    await auth.deps.db.pool.query(
      `insert into app (id, developer_id, name, redirect_uris, scopes, created_at, updated_at)
       select $1 || n, $1, 'x', '{}', '{}', now(), now() from generate_series(1, 100) n`,
      [dev.developerId],
    );
    await expect(developers.newDraft(dev)).rejects.toMatchObject({ details: [{ reason: 'too_many_apps' }] });
    const other = await developers.newDeveloper();
    await auth.call(suspendDeveloper, { developerId: other.developerId, reason: 'Spam' });
    await expect(developers.newDraft(other)).rejects.toMatchObject({ details: [{ reason: 'suspended' }] });
    const { developer } = await developers.as(other, getDeveloper, { developerId: other.developerId });
    expect(developer!.suspension).toEqual({ sinceMs: auth.clock.nowMs, reason: 'Spam' });
  });
});

describe('draft', () => {
  test('its developer can change every field of a draft', async () => {
    const { id } = await developers.newDraft(dev);
    const fields = { ...FIELDS, name: 'Otra', scopes: ['read_stock', 'write_stock'], logoUrl: '' };
    expect((await update(id, fields)).app).toMatchObject({ fields, change: undefined });
  });

  test('the draft of another developer is not found', async () => {
    const { id } = await developers.newDraft(dev);
    const other = await developers.newDeveloper();
    const notFound = { code: 'not_found' };
    const request = { developerId: other.developerId, appId: id };
    await expect(update(id, FIELDS, other)).rejects.toMatchObject(notFound);
    await expect(developers.as(other, getApp, request)).rejects.toMatchObject(notFound);
    for (const appId of ['', 'app_x', other.developerId])
      await expect(update(appId, FIELDS)).rejects.toMatchObject(notFound);
  });
});

describe('list of apps', () => {
  test("the list has pages, newest first, of the developer's own apps", async () => {
    const made: string[] = [];
    for (let n = 0; n < 3; n++) {
      made.unshift((await developers.newDraft(dev)).id);
      await new Promise((resolve) => setTimeout(resolve, NEXT_TICK_MS));
    }
    await developers.newDraft(await developers.newDeveloper());
    const first = await list(2);
    const second = await list(2, Buffer.from(first.nextPageToken));
    expect([...first.apps, ...second.apps].map(({ id }) => id)).toEqual(made);
    expect(second.nextPageToken).toHaveLength(0);
  });

  test('the list uses its index', async () => {
    await auth.deps.db.pool.query(
      `insert into app (id, developer_id, name, redirect_uris, scopes, created_at, updated_at)
       select 'app_' || d.id || n, d.id, 'x', '{}', '{}', now(), now() from developer d, generate_series(1, 500) n`,
    );
    await auth.deps.db.pool.query('analyze app');
    const plan = await planOf(auth.deps.db, (db) => appListOfDeveloper(db, 'dev_x', '~', 50));
    expect(plan.scans.join('\n')).toMatch(/Index Scan Backward using app_developer/);
  });
});

test('of two concurrent changes from the same version one wins, even within a millisecond', async () => {
  const app = await developers.newDraft(dev);
  const version = stampVersion(app.updatedAtMs);
  const results = await Promise.allSettled([
    update(app.id, { ...FIELDS, name: 'Uno' }, dev, version),
    update(app.id, { ...FIELDS, name: 'Dos' }, dev, version),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', details: [{ reason: 'changed_since_read' }] },
  });
});
