import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'installation-count-of-store',
  text: `select count(*)::int as count from installation where store_id = $1 and state <> 'uninstalled'`,
};

/** How many apps the store has; revoked ones count (decisions, "Tokens"). */
export async function countInstallations(tx: Queryable, storeId: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(STATEMENT, [storeId]);
  return row!.count;
}
