import { afterAll, beforeAll, expect, test } from 'vitest';
import { OAuthError } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { uninstallInstallation } from '../src/rpc/uninstall-installation.ts';
import { AuthFixture, tokens } from './support/fixture.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());

const limitReached = {
  error: OAuthError.INVALID_GRANT,
  description: 'install_limit_reached',
  retryAfterS: 0,
};

test('a store of plan demo can install three apps but not a fourth', async () => {
  const store = await auth.newStore('demo');
  const apps = [await auth.newApp(), await auth.newApp(), await auth.newApp()];
  for (const app of apps) await auth.install(app, store);
  const fourth = await auth.newApp();
  expect(await auth.exchange(fourth, await auth.authorize(fourth, store))).toEqual(limitReached);
});

test('the limit is exact for ten concurrent exchanges on two replicas', async () => {
  const replica = auth.replica();
  const store = await auth.newStore('demo');
  const apps = await Promise.all(Array.from({ length: 10 }, () => auth.newApp()));
  const codes = await Promise.all(apps.map((app) => auth.authorize(app, store)));
  const answers = await Promise.all(apps.map((app, n) => (n % 2 ? auth : replica).exchange(app, codes[n]!)));
  expect(answers.filter((answer) => !('error' in answer))).toHaveLength(3);
  const refused = answers.filter((answer) => 'error' in answer);
  expect(refused).toHaveLength(7);
  for (const answer of refused) expect(answer).toEqual(limitReached);
  await replica.close();
});

test('a repeated authorization and a restored installation do not count again', async () => {
  const store = await auth.newStore('demo');
  const apps = [await auth.newApp(), await auth.newApp(), await auth.newApp()];
  const installed = [];
  for (const app of apps) installed.push(await auth.install(app, store));
  await auth.install(apps[0]!, store);
  await auth.revoke(apps[1]!, installed[1]!.accessToken);
  const fourth = await auth.newApp();
  expect(await auth.exchange(fourth, await auth.authorize(fourth, store))).toEqual(limitReached);
  await auth.install(apps[1]!, store);
});

test('an uninstall makes room for another app', async () => {
  const store = await auth.newStore('demo');
  const apps = [await auth.newApp(), await auth.newApp(), await auth.newApp()];
  const installed = [];
  for (const app of apps) installed.push(await auth.install(app, store));
  const fourth = await auth.newApp();
  const code = await auth.authorize(fourth, store);
  expect(await auth.exchange(fourth, code)).toEqual(limitReached);
  await auth.call(uninstallInstallation, { installationId: installed[0]!.installationId });
  tokens(await auth.exchange(fourth, code));
});
