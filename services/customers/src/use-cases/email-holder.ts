import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { conflict, type Fault } from '@commerce/service-kit/fault.ts';
import { normalizeEmail, type CustomerRecord } from '../domain/customer.ts';
import { customerFindByEmail } from '../store/customer.ts';
import { customerLock } from '../store/customer.ts';
import { emailLock } from '../store/customer.ts';

// An e-mail is of one customer or contact of a store at most. Who is about to give it to somebody holds its lock to the end of
// the transaction, taken before any row, and looks who has it: a unique index would not do, for data from before this rule may
// have an e-mail twice.

/** Takes the e-mail for this transaction; an empty one is nobody's. To be called before a row is locked. */
export async function holdEmail(tx: Queryable, storeId: string, email: string | undefined): Promise<void> {
  const normalized = normalizeEmail(email ?? '');
  if (normalized !== undefined) await emailLock(tx, storeId, normalized);
}

/**
 * Who has the e-mail, the row locked; undefined when nobody has. The e-mail is held.
 * Of several, which data from before the rule may have, a customer rather than a contact.
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
  // Until it was locked, somebody may have forgotten who it is.
  return holder && normalizeEmail(holder.customer.email) === normalized ? holder : undefined;
}

/**
 * Refuses an e-mail that somebody else has. It is held, and the person's own row locked: others are not, because two people
 * who are given each other's e-mail would wait for each other.
 * @throws Fault `email_taken`
 */
export async function refuseTakenEmail(
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

/** The email is another customer's; whose, only those who may read customers find out. */
export const emailTaken = (): Fault =>
  taken('Another customer of the store has this email: GET /customers?email= finds it.');

/** The email is a contact's, which the caller may not read. */
export const contactKept = (): Fault =>
  taken('A contact of the store has this email: read_customers is needed to make it a customer.');

const taken = (message: string): Fault => conflict('email_taken', message, 'email');
