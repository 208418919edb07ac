import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { StoreOnPlanRecord } from '../domain/store-plan.ts';
import { storeFindOnPlan, storeLock } from '../store/store.ts';

/**
 * The store of a merchant, locked until the commit. Test stores are created on a fixed plan, and refused with their developer.
 * @throws Fault `not_found`; conflict `developer_store`
 */
export async function lockMerchantStore(tx: Queryable, id: string): Promise<StoreOnPlanRecord> {
  if (!isId('sto', id)) throw notFound();
  await storeLock(tx, id);
  const store = await storeFindOnPlan(tx, id);
  if (store === undefined) throw notFound();
  if (store.developerId !== null)
    throw conflict('developer_store', 'The store is a test store of a developer.');
  return store;
}
