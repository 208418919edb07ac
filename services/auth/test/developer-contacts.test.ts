import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDeveloperContacts } from '../src/rpc/list-developer-contacts.ts';
import { AuthFixture } from './support/fixture.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());

test('the contacts of an app are the members of its developer only', async () => {
  const [app, other] = [await auth.newApp(), await auth.newApp()];
  const people = [await auth.newPerson('zoe@example.com'), await auth.newPerson('ana@example.com')];
  await auth.newPerson('other@example.com');
  for (const personId of people)
    await auth.deps.prisma.acrossStores.developerMember.create({
      data: { personId, developerId: app.developerId, createdAt: new Date() },
    });
  expect(await auth.call(listDeveloperContacts, { appId: app.id })).toEqual({
    appName: 'App',
    contacts: [
      { name: 'Ana', email: 'ana@example.com', language: 'es' },
      { name: 'Ana', email: 'zoe@example.com', language: 'es' },
    ],
  });
  expect(await auth.call(listDeveloperContacts, { appId: other.id })).toEqual({
    appName: 'App',
    contacts: [],
  });
});

test('the contacts of an unknown app are not found', async () => {
  for (const appId of ['', 'app_x'])
    await expect(auth.call(listDeveloperContacts, { appId })).rejects.toMatchObject({ code: 'not_found' });
});
