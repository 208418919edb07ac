import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';

const PUT = storeStatement(
  'suspended_store-put',
  `insert into suspended_store as s (store_id, suspended, version) values ($1, $2, $3)
   on conflict (store_id) do update set suspended = excluded.suspended, version = excluded.version
     where s.store_id = $1 and s.version < excluded.version
   returning 1`,
);

/** Records a suspension or restoration of a store. @returns false when a later one is recorded */
export async function suspendedStorePut(
  tx: Queryable,
  storeId: string,
  { suspended, version }: { suspended: boolean; version: number },
): Promise<boolean> {
  return (await tx.rows(PUT, [storeId, suspended, version])).length > 0;
}

const LIST = statement(
  'suspended_store-list',
  'select store_id from suspended_store where store_id = any($1) and suspended',
);

/** The suspended ones among stores; exact under their feed clocks. */
export async function suspendedStoreList(tx: Queryable, storeIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ store_id: string }>(LIST, [storeIds]);
  return new Set(rows.map((row) => row.store_id));
}
