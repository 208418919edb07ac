import { ImportState } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { type Columns, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Finding } from '../domain/csv/findings.ts';
import type { NamedLabels } from '../domain/import-labels.ts';
import { importProblem, type ImportCounts, type ImportPreview, type ImportRecord } from '../domain/import.ts';
import type { Prisma as Types, ProductImport } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

type StateName = EnumName<typeof ImportState>;

/** A row of `product_import` without the labels, which may be large. */
type ImportRow = Omit<ProductImport, 'storeId' | 'labels'>;

const COLUMNS = `id, file_name, state, failure, has_quantities, shop_id, products, to_create, to_update, to_keep, with_errors,
  problems, created, updated, unchanged, refused, since, started_at, updated_at`;

/** Inserts an import whose file has not been uploaded yet. */
export async function importInsert(
  prisma: Prisma,
  storeId: string,
  id: string,
  fileName: string,
  now: Date,
): Promise<void> {
  const data = {
    storeId,
    id,
    fileName,
    state: 'uploading' satisfies StateName,
    startedAt: now,
    updatedAt: now,
  };
  await prisma.forStore(storeId).productImport.createMany({ data });
}

/** An import of a store. */
export async function importFind(
  prisma: Prisma,
  storeId: string,
  id: string,
): Promise<ImportRecord | undefined> {
  const row = await prisma
    .forStore(storeId)
    .productImport.findFirst({ where: { id }, omit: { storeId: true, labels: true } });
  return row === null ? undefined : importFromRow(row);
}

const LOCK = storeStatement(
  'product_import-lock',
  `select ${COLUMNS} from product_import where store_id = $1 and id = $2 for no key update`,
);

/** An import of a store, locked until the end of the transaction. */
export async function importLock(
  tx: Queryable,
  storeId: string,
  id: string,
): Promise<ImportRecord | undefined> {
  const [row] = await tx.rows<Columns<ImportRow>>(LOCK, [storeId, id]);
  return row && importFromRow(fromColumns<ImportRow>(row));
}

/** Imports of a store after a position, newest first, without those whose file is still being uploaded. */
export async function importList(
  prisma: Prisma,
  storeId: string,
  [startedAt, id]: [Date, string],
  limit: number,
): Promise<ImportRecord[]> {
  const rows = await prisma.forStore(storeId).productImport.findMany({
    where: {
      state: { not: 'uploading' satisfies StateName },
      OR: [{ startedAt: { lt: startedAt } }, { startedAt, id: { gt: id } }],
    },
    omit: { storeId: true, labels: true },
    orderBy: [{ startedAt: 'desc' }, { id: 'asc' }],
    take: limit,
  });
  return rows.map(importFromRow);
}

/** Categories and brands that the file of an import names. */
export async function importFindLabels(prisma: Prisma, storeId: string, id: string): Promise<NamedLabels> {
  const row = await prisma
    .forStore(storeId)
    .productImport.findFirst({ where: { id }, select: { labels: true } });
  return (row?.labels as NamedLabels | null | undefined) ?? { categories: [], brands: [] };
}

/** Changes the state of an import. */
export async function importUpdate(
  prisma: Prisma,
  storeId: string,
  id: string,
  data: Types.ProductImportUpdateManyMutationInput & { state: StateName; updatedAt: Date },
): Promise<void> {
  await prisma.forStore(storeId).productImport.updateMany({ where: { id }, data });
}

/** Records the result of reading the file of an import. */
export async function importSavePreview(
  prisma: Prisma,
  storeId: string,
  id: string,
  { failure, ...preview }: ImportPreview,
  updatedAt: Date,
): Promise<void> {
  const { toCreate, toUpdate, toKeep, withErrors } = preview;
  const products = toCreate + toUpdate + toKeep + withErrors;
  const state = failure === undefined ? 'preview' : 'failed';
  await importUpdate(prisma, storeId, id, {
    ...preview,
    state,
    products,
    updatedAt,
    ...(failure && { failure: failure as unknown as Types.InputJsonObject }),
  });
}

/** Ends an import. @param failure the reason why it has not done all of its work */
export async function importEnd(
  prisma: Prisma,
  storeId: string,
  id: string,
  failure: Finding | undefined,
  updatedAt: Date,
): Promise<void> {
  const ended =
    failure === undefined
      ? { state: 'done' as const }
      : { state: 'failed' as const, failure: failure as unknown as Types.InputJsonObject };
  await importUpdate(prisma, storeId, id, { ...ended, updatedAt });
}

const ADD_COUNTS = storeStatement(
  'product_import-update-counts',
  `update product_import set created = created + $3, updated = updated + $4, unchanged = unchanged + $5,
     refused = refused + $6, problems = problems + $7, since = least(since, $8), updated_at = $9
   where store_id = $1 and id = $2`,
);

/** Adds to the counts of an import, and sets the time of its last change. */
export async function importAddCounts(
  tx: Queryable,
  storeId: string,
  id: string,
  counts: ImportCounts,
  now: Date,
): Promise<void> {
  const { created, updated, unchanged, refused, problems, since } = counts;
  const values = [created, updated, unchanged, refused, problems, since ?? null, now];
  await tx.rows(ADD_COUNTS, [storeId, id, ...values]);
}

const DELETE_OLD = statement(
  'product_import-delete-old',
  `delete from product_import where (store_id, id) in (
     select store_id, id from product_import
     where updated_at < case state when 'uploading' then $2::timestamptz else $1::timestamptz end and updated_at < $2 and state <> 'running'
     order by updated_at limit 20)
   returning 1`,
);

/**
 * Deletes some imports that have not changed since a time, and uploads that have not changed since another.
 * @returns their number
 */
export async function importDeleteOld(db: Queryable, before: Date, uploadsBefore: Date): Promise<number> {
  return (await db.rows(DELETE_OLD, [before, uploadsBefore])).length;
}

function importFromRow({ since, ...row }: ImportRow): ImportRecord {
  const { shopId, failure, startedAt, updatedAt, ...fields } = row;
  return {
    import: {
      ...fields,
      state: enumValue(ImportState, row.state as StateName),
      shopId: shopId ?? undefined,
      failure: failure === null ? undefined : importProblem(failure as unknown as Finding),
      startedAtMs: startedAt.getTime(),
      updatedAtMs: updatedAt.getTime(),
    },
    since: since ?? undefined,
  };
}
