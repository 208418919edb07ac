import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanTier } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { getStore } from '../src/rpc/get-store.ts';
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
