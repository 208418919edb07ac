import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestDatabase,
  waitingForLocks,
  type TestDatabase,
} from '@commerce/service-kit/testing/database.ts';
import { MAX_PRICE_LISTS } from '../src/domain/price-list-change.ts';
import type { PriceListRecord } from '../src/domain/price-list-message.ts';
import definition from '../src/main.ts';
import { priceListSaveMany } from '../src/seed.ts';
import { contextOf, startService, type TestService } from './support/service.ts';

let database: TestDatabase;
let service: TestService;
let stores = 0;
let storeId: string;

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = await startService(database.db);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(() => void (storeId = `sto_${++stores}`));

const create = (name: string) =>
  service.client.createPriceList(contextOf(storeId), { name, rule: undefined });
const remove = (priceListId: string) => service.client.deletePriceList(contextOf(storeId), { priceListId });
const refused = (reason: string) => ({ code: 'conflict', details: [{ reason }] });

/** Makes a call while another transaction has saved lists but not committed them. */
async function whileSaving(lists: PriceListRecord[], call: () => Promise<unknown>): Promise<unknown> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: saved, resolve: save } = Promise.withResolvers<void>();
  const saving = database.db.transaction(async (tx) => {
    await priceListSaveMany(tx, storeId, lists);
    save();
    await released;
  });
  await saved;
  const outcome = call();
  outcome.catch(() => undefined);
  await waitingForLocks(database.db, 1).finally(release);
  await saving;
  return outcome;
}

test('a price list is not deleted while another one that is based on it is created', async () => {
  const { priceList } = await create('base');
  const { id } = priceList!;
  const rule = { percentBp: 1_000, overListId: id, roundingCentavos: 100 as const };
  const over = { priceListId: 'pl_over', name: 'over', rule };
  await expect(whileSaving([over], () => remove(id))).rejects.toMatchObject(refused('price_list_in_use'));
});

test('concurrent creations do not exceed the maximum number of lists, even in a store without any', async () => {
  const lists = Array.from({ length: MAX_PRICE_LISTS }, (_, n) => ({
    priceListId: `pl_${n}`,
    name: `L${n}`,
    rule: null,
  }));
  await expect(whileSaving(lists, () => create('one more'))).rejects.toMatchObject(
    refused('too_many_price_lists'),
  );
});
