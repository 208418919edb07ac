import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'store-find-developer',
  text: 'select developer_id from store where id = $1',
};

/** Whose store to try apps on it is; null for a merchant's, and for one that does not exist. */
export async function findDeveloperOfStore(db: Queryable, storeId: string): Promise<string | null> {
  const [row] = await db.rows<{ developer_id: string | null }>(STATEMENT, [storeId]);
  return row?.developer_id ?? null;
}
