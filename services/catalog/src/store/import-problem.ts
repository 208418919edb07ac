import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Finding } from '../domain/csv/findings.ts';
import { storable } from './storable.ts';

const INSERT = storeStatement(
  'product_import_problem-insert-many',
  `insert into product_import_problem (store_id, import_id, place, line, handle, heading, severity, code, params)
   select i.store_id, i.id, $4 + r.at, r.line, r.handle, r.heading, r.severity, r.code, r.params
   from json_to_recordset($3) as r (at integer, line integer, handle text, heading text, severity text, code text, params jsonb)
   cross join product_import i where i.store_id = $1 and i.id = $2`,
);
const LIST = storeStatement(
  'product_import_problem-list-by_place',
  `select place, line, handle, heading, severity, code, params from product_import_problem
   where store_id = $1 and import_id = $2 and place > $3 order by place limit $4`,
);

/** Adds problems of an import, which has that many already. */
export async function importProblemInsertMany(
  tx: Queryable,
  storeId: string,
  importId: string,
  before: number,
  findings: Finding[],
): Promise<void> {
  if (findings.length === 0) return;
  const rows = findings.map(({ line, severity, code, params, ...texts }, at) => ({
    at: at + 1,
    line,
    severity,
    code,
    ...texts,
    params,
  }));
  await tx.rows(INSERT, [storeId, importId, JSON.stringify(rows, storable), before]);
}

/** Problems of an import after a place. */
export async function importProblemList(
  db: Queryable,
  storeId: string,
  importId: string,
  afterPlace: number,
  limit: number,
): Promise<(Finding & { place: number })[]> {
  return db.rows(LIST, [storeId, importId, afterPlace, limit]);
}
