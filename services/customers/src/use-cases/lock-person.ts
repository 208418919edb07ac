import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict, notFound, type Fault } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { CustomerKind, CustomerRecord } from '../domain/customer.ts';
import { customerLock } from '../store/customer.ts';

/** Kinds that the public API exposes. */
export const CUSTOMERS: readonly CustomerKind[] = ['customer'];
/** Kinds that the back office changes: all but the store's own team. */
export const CUSTOMERS_AND_CONTACTS: readonly CustomerKind[] = ['customer', 'contact'];

/** An erasure is final: an app with stale data must not restore the person. */
export const customerErased = (): Fault =>
  conflict('customer_erased', 'The customer was erased and cannot be changed any more.');

/**
 * Locks a person of the store for a change, until the end of the transaction.
 * @throws Fault as `lockPerson`; `customer_erased`
 */
export async function lockLivePerson(
  tx: Queryable,
  storeId: string,
  id: string,
  kinds: readonly CustomerKind[],
): Promise<CustomerRecord> {
  const record = await lockPerson(tx, storeId, id, kinds);
  if (record.customer.erasedAtMs !== undefined) throw customerErased();
  return record;
}

/**
 * Locks a person of the store until the end of the transaction.
 * @throws Fault `not_found` for an unknown id and for a person of another kind
 */
export async function lockPerson(
  tx: Queryable,
  storeId: string,
  id: string,
  kinds: readonly CustomerKind[],
): Promise<CustomerRecord> {
  const record = isId('cus', id) ? await customerLock(tx, storeId, id) : undefined;
  if (record === undefined || !kinds.includes(record.kind)) throw notFound({ id: 'customer' });
  return record;
}
