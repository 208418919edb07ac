import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict, type Fault } from '@commerce/service-kit/fault.ts';
import { normalizeEmail, type CustomerRecord } from '../domain/customer.ts';
import { customerFindByEmail } from '../store/customer.ts';
import { customerLock } from '../store/customer.ts';
import { emailLockMany } from '../store/customer.ts';

// An email belongs to at most one customer or contact of a store. A write that assigns an email locks it before any row, until the
// end of the transaction, and then checks its owner. A unique index cannot express this: imported data may have an email twice.

/** Locks an email until the end of the transaction, unless it is empty. Call it before any row is locked. */
export async function lockEmail(tx: Queryable, storeId: string, email: string | undefined): Promise<void> {
  const normalized = normalizeEmail(email ?? '');
  if (normalized !== undefined) await emailLockMany(tx, storeId, [normalized]);
}

/**
 * Locks the customer or contact with an email, which is locked already; undefined when there is none. Of several, a customer comes
 * before a contact.
 */
export async function lockEmailHolder(
  tx: Queryable,
  storeId: string,
  email: string | undefined,
): Promise<CustomerRecord | undefined> {
  const normalized = normalizeEmail(email ?? '');
  const found = normalized && (await customerFindByEmail(tx, storeId, normalized));
  if (!found) return undefined;
  const holder = await customerLock(tx, storeId, found.id);
  // The email may have changed before the row was locked.
  return holder && normalizeEmail(holder.customer.email) === normalized ? holder : undefined;
}

/**
 * Rejects an email of another person. The email and the person's own row are locked already; the other row is not locked, because
 * two people who are given each other's email would deadlock.
 * @throws Fault `email_taken`
 */
export async function rejectTakenEmail(
  tx: Queryable,
  { storeId, customer }: CustomerRecord,
  email: string | undefined,
): Promise<void> {
  const normalized = normalizeEmail(email ?? '');
  if (normalized === undefined || normalized === normalizeEmail(customer.email)) return;
  const holder = await customerFindByEmail(tx, storeId, normalized);
  if (holder === undefined) return;
  if (holder.kind === 'customer') throw emailTaken();
  throw taken('A contact of the store has this email. POST /customers makes a contact a customer.');
}

/** The email belongs to another customer, who is named only to callers that may read customers. */
export const emailTaken = (): Fault =>
  taken('Another customer of the store has this email: GET /customers?email= finds it.');

/** The email belongs to a contact that the caller may not read. */
export const contactKept = (): Fault =>
  taken('A contact of the store has this email: read_customers is needed to make it a customer.');

const taken = (message: string): Fault => conflict('email_taken', message, 'email');
