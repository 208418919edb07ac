import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanTier } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { getStore } from '../src/rpc/get-store.ts';
import { listStoreNames } from '../src/rpc/list-store-names.ts';
import { AuthFixture } from './support/fixture.ts';

let auth: AuthFixture;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());

test('the store of the context is returned with its plan', async () => {
  const { id } = await auth.newStore('enterprise');
  const expected = { store: { id, name: 'La Tienda', planTier: PlanTier.ENTERPRISE } };
  expect(await auth.call(getStore, {}, id)).toEqual(expected);
});

test('an unknown store is not found, and a call without a store is refused', async () => {
  await expect(auth.call(getStore, {}, 'sto_x')).rejects.toMatchObject({ code: 'not_found' });
  await expect(auth.call(getStore, {})).rejects.toMatchObject({ code: 'server_error' });
});

test('the names of stores are returned, without those that do not exist', async () => {
  const { id } = await auth.newStore('enterprise');
  const expected = { stores: [{ id, name: 'La Tienda' }] };
  expect(await auth.call(listStoreNames, { storeIds: [id, 'sto_x'] })).toEqual(expected);
  const tooMany = { storeIds: Array.from({ length: 101 }, () => id) };
  await expect(auth.call(listStoreNames, tooMany)).rejects.toMatchObject({ code: 'invalid_request' });
});
