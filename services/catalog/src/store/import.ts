import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';
import type { Finding } from '../domain/csv/findings.ts';
import { IMPORT_COLUMNS, type ImportRow } from './import-row.ts';

const INSERT = storeStatement(
  'product_import-insert',
  `insert into product_import (store_id, id, file_name, state, started_at, updated_at)
   select i.store_id, i.id, i.file_name, 'uploading', i.now, i.now
   from (values ($1, $2, $3, $4::timestamptz)) as i (store_id, id, file_name, now) where i.store_id = $1`,
);
const FIND = storeStatement(
  'product_import-find',
  `select ${IMPORT_COLUMNS} from product_import where store_id = $1 and id = $2`,
);
const LOCK = storeStatement(
  'product_import-lock',
  `select ${IMPORT_COLUMNS} from product_import where store_id = $1 and id = $2 for no key update`,
);
const UPLOADED = storeStatement(
  'product_import-update-uploaded',
  `update product_import set state = 'reading', updated_at = $3 where store_id = $1 and id = $2`,
);
const LIST = storeStatement(
  'product_import-list-by_time',
  `select ${IMPORT_COLUMNS} from product_import
   where store_id = $1 and state <> 'uploading' and (started_at < $2 or (started_at = $2 and id > $3)) order by started_at desc, id limit $4`,
);
const START = storeStatement(
  'product_import-update-started',
  `update product_import set state = 'running', shop_id = $3, updated_at = $4 where store_id = $1 and id = $2`,
);
const PREVIEWED = storeStatement(
  'product_import-update-previewed',
  `update product_import set state = $3, failure = $4, has_quantities = $5, products = $6, to_create = $7,
     to_update = $8, to_keep = $9, with_errors = $10, problems = $11, labels = $12, updated_at = $13
   where store_id = $1 and id = $2`,
);
const COUNT = storeStatement(
  'product_import-update-counts',
  `update product_import set created = created + $3, updated = updated + $4, unchanged = unchanged + $5,
     refused = refused + $6, problems = problems + $7, since = least(since, $8), state = $9, updated_at = $10
   where store_id = $1 and id = $2`,
);
const DELETE_OLD: Statement = {
  name: 'product_import-delete-old',
  text: `delete from product_import where (store_id, id) in (
     select store_id, id from product_import
     where updated_at < case state when 'uploading' then $2::timestamptz else $1::timestamptz end and updated_at < $2 and state <> 'running'
     order by updated_at limit 20)
   returning 1`,
};

/** Adds an import whose file is to come. */
export async function importInsert(
  tx: Queryable,
  storeId: string,
  id: string,
  fileName: string,
  now: Date,
): Promise<void> {
  await tx.rows(INSERT, [storeId, id, fileName, now]);
}

/** An import of a store. */
export async function importFind(db: Queryable, storeId: string, id: string): Promise<ImportRow | undefined> {
  return (await db.rows<ImportRow>(FIND, [storeId, id]))[0];
}

/** The same, its row locked until the end of the transaction. */
export async function importLock(tx: Queryable, storeId: string, id: string): Promise<ImportRow | undefined> {
  return (await tx.rows<ImportRow>(LOCK, [storeId, id]))[0];
}

/** Notes that the whole file of an import is there. */
export async function importUploaded(tx: Queryable, storeId: string, id: string, now: Date): Promise<void> {
  await tx.rows(UPLOADED, [storeId, id, now]);
}

/** Imports of a store after a position, the newest first; those whose file is still to come are left out. */
export async function importList(
  db: Queryable,
  storeId: string,
  after: [Date, string],
  limit: number,
): Promise<ImportRow[]> {
  return db.rows<ImportRow>(LIST, [storeId, ...after, limit]);
}

/** Notes that an import is carried out. */
export async function importStart(
  tx: Queryable,
  storeId: string,
  id: string,
  shopId: string | undefined,
  now: Date,
): Promise<void> {
  await tx.rows(START, [storeId, id, shopId ?? null, now]);
}

/** What the reading of a file came to. */
export interface ImportPreview {
  /** Why the file cannot be read. */
  failure: Finding | undefined;
  hasQuantities: boolean;
  toCreate: number;
  toUpdate: number;
  /** Products that are as the file has them already. */
  toKeep: number;
  withErrors: number;
  problems: number;
  labels: { categories: string[][]; brands: string[] };
}

/** Notes what the reading of a file came to. */
export async function importPreviewed(
  tx: Queryable,
  storeId: string,
  id: string,
  preview: ImportPreview,
  now: Date,
): Promise<void> {
  const { failure, hasQuantities, toCreate, toUpdate, toKeep, withErrors, problems, labels } = preview;
  const state = failure === undefined ? 'preview' : 'failed';
  const products = toCreate + toUpdate + toKeep + withErrors;
  const counts = [products, toCreate, toUpdate, toKeep, withErrors, problems];
  await tx.rows(PREVIEWED, [
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

/** What a part of an import has done. */
export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  problems: number;
  /** The `updated_at` of what it changed. */
  since: Date | null;
}

/** Adds to what an import has done, and notes its state. */
export async function importCount(
  tx: Queryable,
  storeId: string,
  id: string,
  { created, updated, unchanged, refused, problems, since }: ImportCounts,
  state: 'running' | 'done',
  now: Date,
): Promise<void> {
  await tx.rows(COUNT, [storeId, id, created, updated, unchanged, refused, problems, since, state, now]);
}

/**
 * Removes imports that nothing has happened to since a time, a few at once; uploads that did not end since another one.
 * @returns how many
 */
export async function importDeleteOld(db: Queryable, before: Date, uploadsBefore: Date): Promise<number> {
  return (await db.rows(DELETE_OLD, [before, uploadsBefore])).length;
}
