import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';
import type { Finding } from '../domain/csv/findings.ts';
import type { NamedLabels } from '../domain/import-labels.ts';
import {
  importProblem,
  type ImportCounts,
  type ImportPreview,
  type ImportRecord,
  type ImportState,
} from '../domain/import.ts';

// All columns except the labels, which may be large.
const COLUMNS = `store_id, id, file_name, state, failure, has_quantities, shop_id, products, to_create, to_update, to_keep, with_errors,
  problems, created, updated, unchanged, refused, since, started_at, updated_at`;

interface ImportRow {
  store_id: string;
  id: string;
  file_name: string;
  state: ImportState;
  failure: Finding | null;
  has_quantities: boolean;
  shop_id: string | null;
  products: number;
  to_create: number;
  to_update: number;
  to_keep: number;
  with_errors: number;
  problems: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  since: Date | null;
  started_at: Date;
  updated_at: Date;
}

const INSERT = storeStatement(
  'product_import-insert',
  `insert into product_import (store_id, id, file_name, state, started_at, updated_at)
   select i.store_id, i.id, i.file_name, 'uploading', i.now, i.now
   from (values ($1, $2, $3, $4::timestamptz)) as i (store_id, id, file_name, now) where i.store_id = $1`,
);

/** Inserts an import whose file has not been uploaded yet. */
export async function importInsert(
  tx: Queryable,
  storeId: string,
  id: string,
  fileName: string,
  now: Date,
): Promise<void> {
  await tx.rows(INSERT, [storeId, id, fileName, now]);
}

const FIND = storeStatement(
  'product_import-find',
  `select ${COLUMNS} from product_import where store_id = $1 and id = $2`,
);

/** An import of a store. */
export async function importFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<ImportRecord | undefined> {
  return (await db.rows<ImportRow>(FIND, [storeId, id])).map(importFromRow)[0];
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
  return (await tx.rows<ImportRow>(LOCK, [storeId, id])).map(importFromRow)[0];
}

const LIST = storeStatement(
  'product_import-list-by_time',
  `select ${COLUMNS} from product_import
   where store_id = $1 and state <> 'uploading' and (started_at < $2 or (started_at = $2 and id > $3)) order by started_at desc, id limit $4`,
);

/** Imports of a store after a position, newest first, without those whose file is still being uploaded. */
export async function importList(
  db: Queryable,
  storeId: string,
  after: [Date, string],
  limit: number,
): Promise<ImportRecord[]> {
  return (await db.rows<ImportRow>(LIST, [storeId, ...after, limit])).map(importFromRow);
}

const FIND_LABELS = storeStatement(
  'product_import-find-labels',
  'select labels from product_import where store_id = $1 and id = $2',
);

/** Categories and brands that the file of an import names. */
export async function importFindLabels(db: Queryable, storeId: string, id: string): Promise<NamedLabels> {
  const [row] = await db.rows<{ labels: NamedLabels | null }>(FIND_LABELS, [storeId, id]);
  return row?.labels ?? { categories: [], brands: [] };
}

const MARK_READING = storeStatement(
  'product_import-update-reading',
  `update product_import set state = 'reading', updated_at = $3 where store_id = $1 and id = $2`,
);

/** Records that the file of an import is complete. */
export async function importMarkReading(
  tx: Queryable,
  storeId: string,
  id: string,
  now: Date,
): Promise<void> {
  await tx.rows(MARK_READING, [storeId, id, now]);
}

const SAVE_PREVIEW = storeStatement(
  'product_import-update-preview',
  `update product_import set state = $3, failure = $4, has_quantities = $5, products = $6, to_create = $7,
     to_update = $8, to_keep = $9, with_errors = $10, problems = $11, labels = $12, updated_at = $13
   where store_id = $1 and id = $2`,
);

/** Records the result of reading the file of an import. */
export async function importSavePreview(
  tx: Queryable,
  storeId: string,
  id: string,
  preview: ImportPreview,
  now: Date,
): Promise<void> {
  const { failure, hasQuantities, toCreate, toUpdate, toKeep, withErrors, problems, labels } = preview;
  const state: ImportState = failure === undefined ? 'preview' : 'failed';
  const products = toCreate + toUpdate + toKeep + withErrors;
  const counts = [products, toCreate, toUpdate, toKeep, withErrors, problems];
  await tx.rows(SAVE_PREVIEW, [
    storeId,
    id,
    state,
    failure === undefined ? null : JSON.stringify(failure),
    hasQuantities,
    ...counts,
    JSON.stringify(labels),
    now,
  ]);
}

const MARK_RUNNING = storeStatement(
  'product_import-update-running',
  `update product_import set state = 'running', shop_id = $3, updated_at = $4 where store_id = $1 and id = $2`,
);

/** Records that an import is being carried out, and the shop that gets its quantities. */
export async function importMarkRunning(
  tx: Queryable,
  storeId: string,
  id: string,
  shopId: string | undefined,
  now: Date,
): Promise<void> {
  await tx.rows(MARK_RUNNING, [storeId, id, shopId ?? null, now]);
}

const ADD_COUNTS = storeStatement(
  'product_import-update-counts',
  `update product_import set created = created + $3, updated = updated + $4, unchanged = unchanged + $5,
     refused = refused + $6, problems = problems + $7, since = least(since, $8), state = $9, updated_at = $10
   where store_id = $1 and id = $2`,
);

/** Adds to the counts of an import, and sets its state and the time of its last change. */
export async function importAddCounts(
  tx: Queryable,
  storeId: string,
  id: string,
  counts: ImportCounts,
  { state, now }: { state: 'running' | 'done'; now: Date },
): Promise<void> {
  const { created, updated, unchanged, refused, problems, since } = counts;
  const values = [created, updated, unchanged, refused, problems, since ?? null, state, now];
  await tx.rows(ADD_COUNTS, [storeId, id, ...values]);
}

const DELETE_OLD: Statement = {
  name: 'product_import-delete-old',
  text: `delete from product_import where (store_id, id) in (
     select store_id, id from product_import
     where updated_at < case state when 'uploading' then $2::timestamptz else $1::timestamptz end and updated_at < $2 and state <> 'running'
     order by updated_at limit 20)
   returning 1`,
};

/**
 * Deletes some imports that have not changed since a time, and uploads that have not changed since another.
 * @returns their number
 */
export async function importDeleteOld(db: Queryable, before: Date, uploadsBefore: Date): Promise<number> {
  return (await db.rows(DELETE_OLD, [before, uploadsBefore])).length;
}

function importFromRow(row: ImportRow): ImportRecord {
  return {
    import: {
      id: row.id,
      fileName: row.file_name,
      state: row.state,
      products: row.products,
      toCreate: row.to_create,
      toUpdate: row.to_update,
      toKeep: row.to_keep,
      withErrors: row.with_errors,
      problems: row.problems,
      created: row.created,
      updated: row.updated,
      unchanged: row.unchanged,
      refused: row.refused,
      shopId: row.shop_id ?? undefined,
      failure: row.failure === null ? undefined : importProblem(row.failure),
      startedAtMs: row.started_at.getTime(),
      updatedAtMs: row.updated_at.getTime(),
      hasQuantities: row.has_quantities,
    },
    since: row.since ?? undefined,
  };
}
