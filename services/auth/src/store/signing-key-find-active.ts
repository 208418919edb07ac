import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** The key that signs. */
export interface ActiveSigningKey {
  kid: string;
  private_sealed: string;
}

const STATEMENT = {
  name: 'signing-key-find-active',
  text: `select kid, private_sealed from signing_key where state = 'active'`,
};

/** The key that signs; undefined before the first has been made. */
export async function findActiveSigningKey(db: Queryable): Promise<ActiveSigningKey | undefined> {
  const [row] = await db.rows<ActiveSigningKey>(STATEMENT, []);
  return row;
}
