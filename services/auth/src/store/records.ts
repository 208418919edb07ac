import { fromColumns, type Columns, type Fields } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** The rows of a statement, whose columns are the fields of a record. */
export async function recordList<T>(
  db: Queryable,
  statement: Statement,
  values: unknown[],
): Promise<Fields<T>[]> {
  const rows = await db.rows<Columns<T>>(statement, values);
  return rows.map((row) => fromColumns<T>(row));
}

/** The first row of a statement, whose columns are the fields of a record. */
export async function recordFind<T>(
  db: Queryable,
  statement: Statement,
  values: unknown[],
): Promise<Fields<T> | undefined> {
  const [record] = await recordList<T>(db, statement, values);
  return record;
}
