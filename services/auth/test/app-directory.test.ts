import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planOf } from '@commerce/service-kit/testing/database.ts';
import { approveReview } from '../src/rpc/approve-review.ts';
import { getPublishedApp } from '../src/rpc/get-published-app.ts';
import { listPublishedApps } from '../src/rpc/list-published-apps.ts';
import { suspendApp } from '../src/rpc/suspend-app.ts';
import { suspendDeveloper } from '../src/rpc/suspend-developer.ts';
import { updateApp } from '../src/rpc/update-app.ts';
import { publishedAppList } from '../src/store/published-app.ts';
import { Developers, FIELDS, type TestActor, type TestDeveloper } from './support/developers.ts';
import { AuthFixture, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let developers: Developers;
let staff: TestActor;
let dev: TestDeveloper;
let store: TestStore;

beforeAll(async () => {
  auth = await AuthFixture.create();
  developers = new Developers(auth);
  staff = await developers.newActor('Ezequiel', true);
});
afterAll(() => auth.close());
beforeEach(async () => {
  await auth.deps.db.pool.query('truncate app, developer cascade');
  [dev, store] = [await developers.newDeveloper(), await auth.newStore()];
});

/** Creates an app and publishes it by a review. @returns its id */
async function publish(fields: Partial<typeof FIELDS> = {}): Promise<string> {
  const { id } = await developers.newDraft(dev, fields);
  await developers.as(staff, approveReview, { reviewId: await developers.submit(dev, id), reason: '' });
  return id;
}
const list = async (search = '', storeId = store.id): Promise<string[]> => {
  const names: string[] = [];
  for (let pageToken = Buffer.alloc(0); ;) {
    const page = await auth.call(listPublishedApps, { limit: 2, pageToken, search }, storeId);
    names.push(...page.apps.map(({ name }) => name));
    if (page.nextPageToken.length === 0) return names;
    pageToken = Buffer.from(page.nextPageToken);
  }
};
const get = async (appId: string, storeId = store.id) =>
  (await auth.call(getPublishedApp, { appId }, storeId)).app!;

describe('app directory', () => {
  test('published apps are listed by name, page by page, and found by a part of name or description', async () => {
    for (const name of ['zapatos', 'Aros', 'mates', 'Bolsos', '50% <b>'])
      await publish({ name, description: name === 'Aros' ? 'Para mates' : '' });
    expect(await list()).toEqual(['50% <b>', 'Aros', 'Bolsos', 'mates', 'zapatos']);
    expect(await list('MATE')).toEqual(['Aros', 'mates']);
    expect(await list('0%')).toEqual(['50% <b>']);
    expect(await list('_')).toEqual([]);
  });

  test('an app shows what merchants decide on, and whether the store has it', async () => {
    const id = await publish();
    expect(await get(id)).toEqual({
      id,
      name: FIELDS.name,
      description: FIELDS.description,
      logoUrl: FIELDS.logoUrl,
      developerName: 'Estudio',
      scopes: FIELDS.scopes,
      installUrl: FIELDS.installUrl,
      supportUrl: FIELDS.supportUrl,
      supportEmail: FIELDS.supportEmail,
      installed: false,
    });
    await auth.deps.db.pool.query(
      `insert into installation (id, app_id, store_id, state, scopes, family_started_at, authorized_by, installed_at, updated_at)
       select 'ins_1', $1, $2, 'installed', '{read_products}', now(), id, now(), now() from person limit 1`,
      [id, store.id],
    );
    expect((await get(id)).installed).toBe(true);
    expect((await get(id, (await auth.newStore()).id)).installed).toBe(false);
  });

  test('drafts, apps in review, and apps that are suspended or whose developer is are never listed nor found', async () => {
    const draft = (await developers.newDraft(dev, { name: 'Borrador' })).id;
    const inReview = (await developers.newDraft(dev, { name: 'En revisión' })).id;
    await developers.submit(dev, inReview);
    const suspended = await publish({ name: 'Suspendida' });
    await developers.as(staff, suspendApp, { appId: suspended, reason: 'Spam.' });
    const published = await publish({ name: 'Publicada' });
    expect(await list()).toEqual(['Publicada']);
    for (const id of [draft, inReview, suspended, 'app_00000000000000000000000000', '%'])
      await expect(get(id)).rejects.toMatchObject({ code: 'not_found' });
    await developers.as(staff, suspendDeveloper, { developerId: dev.developerId, reason: 'Spam.' });
    expect(await list()).toEqual([]);
    await expect(get(published)).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    { installUrl: 'https://evil.example/install' },
    { supportUrl: 'https://evil.example/help' },
    { description: 'Gana dinero sin vender.' },
  ])('%o of a published app waits for a review', async (change) => {
    const appId = await publish();
    const { app } = await developers.as(dev, updateApp, {
      developerId: dev.developerId,
      appId,
      fields: { ...FIELDS, ...change },
    });
    expect(app!.change).toMatchObject(change);
    expect(await get(appId)).not.toMatchObject(change);
    const reviewId = await developers.submit(dev, appId);
    await developers.as(staff, approveReview, { reviewId, reason: '' });
    expect(await get(appId)).toMatchObject(change);
  });

  test('a page of the directory is read from its index', async () => {
    await auth.deps.db.pool.query(
      `insert into app (id, developer_id, name, redirect_uris, scopes, status, created_at, updated_at)
       select 'app_' || n, $1, md5(n::text), '{}', '{}', case when n % 3 = 0 then 'published' else 'draft' end, now(), now()
       from generate_series(1, 5000) n`,
      [dev.developerId],
    );
    await auth.deps.db.pool.query('vacuum analyze app');
    const plan = await planOf(auth.deps.db, (db) => publishedAppList(db, store.id, ['8', ''], undefined, 31));
    expect(plan.scans.join('\n')).toMatch(/app_published/);
    expect(plan.scans.join('\n')).not.toMatch(/Seq Scan on app/);
  });
});
