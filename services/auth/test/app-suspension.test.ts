import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AppSuspensionChanged } from '@commerce/proto/commerce/auth/v1/events.ts';
import { publishSuspensionsJob } from '../src/jobs/publish-suspensions.ts';
import { restoreApp } from '../src/rpc/restore-app.ts';
import { restoreDeveloper } from '../src/rpc/restore-developer.ts';
import { suspendApp } from '../src/rpc/suspend-app.ts';
import { suspendDeveloper } from '../src/rpc/suspend-developer.ts';
import { Developers, type TestActor, type TestDeveloper } from './support/developers.ts';
import { AuthFixture } from './support/fixture.ts';

let auth: AuthFixture;
let developers: Developers;
let staff: TestActor;
let developer: TestDeveloper;
let appId: string;
let otherId: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
  developers = new Developers(auth);
  staff = await developers.newActor('Ezequiel', true);
});
afterAll(() => auth.close());
beforeEach(async () => {
  developer = await developers.newDeveloper();
  appId = (await developers.newDraft(developer)).id;
  otherId = (await developers.newDraft(developer)).id;
  await auth.events();
});

const suspend = () => developers.as(staff, suspendApp, { appId, reason: 'Spam.' });
const restore = () => developers.as(staff, restoreApp, { appId });
const account = () => ({ developerId: developer.developerId, reason: 'Fraude.' });
const suspendAccount = () => developers.as(staff, suspendDeveloper, account());
const restoreAccount = () => developers.as(staff, restoreDeveloper, account());

/** The published events: type, app and version. */
async function published(): Promise<[string, string, number][]> {
  return (await auth.events()).map(({ type, subjectId, storeId, payload }) => {
    const { suspended, version } = AppSuspensionChanged.decode(payload);
    expect([storeId, suspended]).toEqual(['', type === 'app.suspended']);
    return [type, subjectId, version];
  });
}

test('the suspension and the restoration of an app publish an event each, once, with a growing version', async () => {
  await suspend();
  await suspend();
  await restore();
  await restore();
  await suspend();
  expect(await published()).toEqual([
    ['app.suspended', appId, 1],
    ['app.restored', appId, 2],
    ['app.suspended', appId, 3],
  ]);
});

test('the suspension of a developer publishes an event for each of its apps, and no other', async () => {
  const stranger = await developers.newDeveloper();
  await developers.newDraft(stranger);
  await auth.events();
  await suspendAccount();
  const ids = [appId, otherId].toSorted();
  expect((await published()).toSorted(([, a], [, b]) => (a < b ? -1 : 1))).toEqual(
    ids.map((id) => ['app.suspended', id, 1]),
  );
  await restoreAccount();
  expect((await published()).map(([type]) => type)).toEqual(['app.restored', 'app.restored']);
});

test('an app is restored only when neither it nor its developer is suspended', async () => {
  await suspend();
  await suspendAccount();
  await published();
  await restoreAccount();
  expect(await published()).toEqual([['app.restored', otherId, 2]]);
  await suspendAccount();
  await restore();
  expect(await published()).toEqual([['app.suspended', otherId, 3]]);
  await restoreAccount();
  expect((await published()).map(([type, id]) => [type, id])).toEqual(
    expect.arrayContaining([
      ['app.restored', appId],
      ['app.restored', otherId],
    ]),
  );
});

test('an app and its developer that are restored at the same time publish one restoration of the app', async () => {
  for (let round = 0; round < 10; round++) {
    await suspend();
    await suspendAccount();
    await published();
    await Promise.all([restore(), restoreAccount()]);
    const ofApp = (await published()).filter(([, id]) => id === appId);
    expect(ofApp.map(([type]) => type)).toEqual(['app.restored']);
  }
});

test('suspensions from before the events existed are published once', async () => {
  const { pool } = auth.deps.db;
  const suspendAs = (table: string, id: string) =>
    pool.query(`update ${table} set suspended_at = now() where id = $1`, [id]);
  const other = await developers.newDeveloper();
  const { id: ofOther } = await developers.newDraft(other);
  await auth.events();
  await suspendAs('app', appId);
  await suspendAs('developer', other.developerId);
  for (let run = 0; run < 2; run++) await publishSuspensionsJob(auth.deps).run();
  const ids = [appId, ofOther].toSorted();
  expect((await published()).toSorted(([, a], [, b]) => (a < b ? -1 : 1))).toEqual(
    ids.map((id) => ['app.suspended', id, 1]),
  );
});
