import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { stampVersion } from '@commerce/service-kit/version.ts';
import { setCustomerTags } from '../src/rpc/set-customer-tags.ts';
import { updateCustomer } from '../src/rpc/update-customer.ts';
import { fieldsOf } from './support/customers.ts';
import { contextOf, Writes } from './support/writes.ts';

let on: Writes;

beforeAll(async () => {
  on = await Writes.open();
});
afterAll(() => on.close());
afterEach(() => on.clear());

const CHANGED = { code: 'conflict', details: [{ reason: 'changed_since_read' }] };

const rename = ({ id, updatedAtMs }: Customer, name: string) =>
  on.service.call(
    updateCustomer,
    { id, fields: fieldsOf({ name }), expectedVersion: stampVersion(updatedAtMs) },
    contextOf(),
  );
const tag = ({ id, updatedAtMs }: Customer, tags: string[]) =>
  on.service.call(setCustomerTags, { id, tags, expectedVersion: stampVersion(updatedAtMs) }, contextOf());

test('of two updates of a customer from the same version one wins', async () => {
  const customer = await on.create({});
  const results = await Promise.allSettled([rename(customer, 'Uno'), rename(customer, 'Dos')]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: CHANGED });
});

test('an update from an older version has no effect and no event', async () => {
  const customer = await on.create({});
  await on.update(customer.id, { name: 'Ana María' });
  await on.events();
  await expect(rename(customer, 'Otra')).rejects.toMatchObject(CHANGED);
  await expect(tag(customer, ['vip'])).rejects.toMatchObject(CHANGED);
  expect(await on.found(customer.id)).toMatchObject([{ name: 'Ana María', tags: [] }]);
  expect(await on.events()).toEqual([]);
});
