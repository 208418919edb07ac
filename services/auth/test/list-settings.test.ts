import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getListSettings } from '../src/rpc/get-list-settings.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { putListSettings } from '../src/rpc/put-list-settings.ts';
import { AuthFixture, type TestStore } from './support/fixture.ts';

let auth: AuthFixture;
let store: TestStore;
let owner: string;

const NONE = { hiddenColumns: [], views: [] };
const SETTINGS = {
  hiddenColumns: ['gateway', 'method'],
  views: [
    { name: 'Por cobrar', query: 'payment=pending' },
    { name: 'De hoy', query: 'from=2026-11-25' },
  ],
};

beforeAll(async () => {
  auth = await AuthFixture.create();
  store = await auth.newStore();
  owner = (await auth.call(getSession, { token: store.ownerSession })).person!.id;
});
afterAll(() => auth.close());

const get = async (list = 'orders', storeId = store.id, person = owner) =>
  (await auth.callAs(person, getListSettings, { list }, storeId)).settings;
const put = (settings: typeof SETTINGS, list = 'orders') =>
  auth.callAs(owner, putListSettings, { list, settings }, store.id);

describe('how a person sees a list', () => {
  test('the settings of a list are kept per person, store and list, and replaced as a whole', async () => {
    expect(await get()).toEqual(NONE);
    await put(SETTINGS);
    expect(await get()).toEqual(SETTINGS);
    expect(await get('products')).toEqual(NONE);
    expect(await get('orders', (await auth.newStore()).id)).toEqual(NONE);
    expect(await get('orders', store.id, await auth.newPerson('other@example.com'))).toEqual(NONE);
    const fewer = { hiddenColumns: [], views: SETTINGS.views.slice(1) };
    await put(fewer);
    expect(await get()).toEqual(fewer);
  });

  test('a person who leaves the team leaves no settings behind', async () => {
    await put(SETTINGS);
    await auth.deps.prisma.forStore(store.id).membership.deleteMany({ where: { personId: owner } });
    expect(await get()).toEqual(NONE);
    await expect(put(SETTINGS)).rejects.toThrow();
  });

  test.each([
    ['an unknown kind of name', 'Orders!', SETTINGS],
    ['a column without a key', 'orders', { ...SETTINGS, hiddenColumns: [''] }],
    ['too many columns', 'orders', { ...SETTINGS, hiddenColumns: Array.from({ length: 41 }, () => 'x') }],
    [
      'too many views',
      'orders',
      { ...SETTINGS, views: Array.from({ length: 21 }, () => SETTINGS.views[0]!) },
    ],
    ['a view without a name', 'orders', { ...SETTINGS, views: [{ name: '', query: '' }] }],
    ['a long query', 'orders', { ...SETTINGS, views: [{ name: 'x', query: 'x'.repeat(1_001) }] }],
  ])('%s is refused', async (_, list, settings) => {
    await expect(put(settings, list)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
