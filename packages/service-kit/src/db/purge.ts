import type { Queryable } from './database.ts';
import { storeStatement, type StoreStatement } from './statement.ts';

/** Maximum rows that one statement deletes, so that its locks are short; of a partitioned table, from each partition. */
const CHUNK = 500;

/** Deletes a chunk of a store's rows. @returns whether there may be more */
export type Purge = (tx: Queryable, storeId: string) => Promise<boolean>;

/**
 * Deletion of all rows that a store has in some tables, chunk by chunk.
 * @param tables in the order of the deletion, each with an optional order of its rows: `category order by depth desc`
 */
export function purgeOf(tables: readonly string[]): Purge {
  const statements = tables.map((table): StoreStatement => {
    const [name = '', order = ''] = table.split(/(?= order by )/);
    return storeStatement(
      `${name.replaceAll('"', '')}-purge`,
      `delete from ${name} where store_id = $1 and ctid = any(array(
         select ctid from ${name} where store_id = $1${order} limit ${CHUNK})) returning 1` as const,
    );
  });
  return async (tx, storeId) => {
    let left = CHUNK;
    for (const statement of statements) {
      left -= (await tx.rows(statement, [storeId])).length;
      if (left <= 0) return true;
    }
    return false;
  };
}
