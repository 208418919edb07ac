import type { Database } from '../db/database.ts';

/** Names of the tables in which a store has rows. */
export async function tablesWithRowsOf({ pool }: Database, storeId: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.table_name, format('%I.%I', c.table_schema, c.table_name)::regclass::text as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'store_id' and c.table_schema in ('public', 'archive') and t.table_type = 'BASE TABLE' order by 2`,
  );
  const found: string[] = [];
  for (const { name } of rows)
    if ((await pool.query(`select from ${name} where store_id = $1 limit 1`, [storeId])).rowCount === 1)
      found.push(name);
  return found;
}
