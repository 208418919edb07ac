import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Finding } from '../domain/csv/findings.ts';
import type { Prisma } from './prisma.ts';
import { storable } from './storable.ts';

const INSERT = storeStatement(
  'product_import_problem-insert-many',
  `insert into product_import_problem (store_id, import_id, position, line, handle, heading, severity, code, params)
   select i.store_id, i.id, $4 + r.at, r.line, r.handle, r.heading, r.severity, r.code, r.params
   from json_to_recordset($3) as r (at integer, line integer, handle text, heading text, severity text, code text, params jsonb)
   cross join product_import i where i.store_id = $1 and i.id = $2`,
);

/** Inserts problems of an import after those that it already has, `before` in number. */
export async function importProblemInsertMany(
  tx: Queryable,
  storeId: string,
  importId: string,
  before: number,
  findings: Finding[],
): Promise<void> {
  if (findings.length === 0) return;
  const rows = findings.map(({ line, handle, heading, severity, code, params }, index) => ({
    at: index + 1,
    line,
    handle,
    heading,
    severity,
    code,
    params,
  }));
  await tx.rows(INSERT, [storeId, importId, JSON.stringify(rows, storable), before]);
}

/** Problems of an import after a position. */
export async function importProblemList(
  prisma: Prisma,
  storeId: string,
  importId: string,
  afterPosition: number,
  limit: number,
): Promise<(Finding & { position: number })[]> {
  const rows = await prisma.forStore(storeId).productImportProblem.findMany({
    where: { importId, position: { gt: afterPosition } },
    orderBy: { position: 'asc' },
    take: limit,
  });
  return rows as unknown as (Finding & { position: number })[];
}
