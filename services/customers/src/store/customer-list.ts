import type { Database } from '@commerce/service-kit/db/database.ts';
import type { EncodedRow } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { normalizeEmail } from '../domain/customer.ts';

/** Customers of a store. */
export const LIST_BY_UPDATE = storeStatement(
  'customer-list-by_update',
  `select message, encoding from customer
   where store_id = $1 and kind = 'customer' and (updated_at, id) > ($2, $3)
   order by updated_at, id limit $4`,
);

/** Customers of a store with an e-mail. */
export const LIST_BY_EMAIL = storeStatement(
  'customer-list-by_email',
  `select message, encoding from customer
   where store_id = $1 and kind = 'customer' and email_normalized = $5 and (updated_at, id) > ($2, $3)
   order by updated_at, id limit $4`,
);

/** Customers of a store after a position, in the order (updated_at, id); with an e-mail, however written, those that have it. */
export async function customerList(
  db: Database,
  storeId: string,
  after: [Date, string],
  limit: number,
  email: string | undefined,
): Promise<EncodedRow[]> {
  if (email === undefined) return db.arrays(LIST_BY_UPDATE, [storeId, ...after, limit]);
  const normalized = normalizeEmail(email);
  return normalized === undefined ? [] : db.arrays(LIST_BY_EMAIL, [storeId, ...after, limit, normalized]);
}
