import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Who has an e-mail. */
export interface EmailHolder {
  id: string;
  kind: 'customer' | 'contact';
}

/** Who of a store has an e-mail: a customer before a contact. */
export const FIND_BY_EMAIL = storeStatement(
  'customer-find-by_email',
  `select id, kind from customer
   where store_id = $1 and email_normalized = $2 and kind in ('customer', 'contact')
   order by kind = 'customer' desc, updated_at, id limit 1`,
);

/** The customer, else the contact, with a normalised e-mail. */
export async function customerFindByEmail(
  tx: Queryable,
  storeId: string,
  emailNormalized: string,
): Promise<EmailHolder | undefined> {
  const [row] = await tx.rows<EmailHolder>(FIND_BY_EMAIL, [storeId, emailNormalized]);
  return row;
}
