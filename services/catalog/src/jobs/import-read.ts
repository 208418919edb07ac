import { StartImportResponse } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { importPreviewed, importFindFile, type ImportPreview } from '../store/import.ts';
import { importItemInsertMany } from '../store/import-item.ts';
import { importProblemInsertMany } from '../store/import-problem.ts';
import { readImport, type ReadImport } from './read-import.ts';

/** Name of the kind. */
export const IMPORT_READ = 'import-read';

/** Problems that are kept of a file; all of them are counted. */
const MAX_PROBLEMS = 5_000;
const BATCH = 500;

/** Reads the file of an import and makes its preview: the reading outside of the transaction, which only writes what came of it. */
export const importReadJob = (db: Database, clock: Clock): BulkKind<ReadImport | undefined> => ({
  async prepare(ctx: Context, { request }) {
    const { importId } = StartImportResponse.decode(request);
    const file = await importFindFile(db, storeOf(ctx), importId);
    return file && readImport(db, storeOf(ctx), file);
  },
  async part(unit, ctx, { request }, read) {
    const { importId } = StartImportResponse.decode(request);
    if (read !== undefined) await write(unit, storeOf(ctx), importId, read, new Date(clock.now()));
    return { done: 0 };
  },
});

async function write(
  tx: Queryable,
  storeId: string,
  importId: string,
  read: ReadImport,
  now: Date,
): Promise<void> {
  const { items, findings, failure, labels } = read;
  const count = (action: string) => items.filter((item) => item.action === action).length;
  const preview: ImportPreview = {
    failure,
    hasQuantities: read.hasQuantities,
    products: items.length,
    toCreate: count('create'),
    toUpdate: count('update'),
    withErrors: count('none'),
    problems: findings.length,
    labels,
  };
  for (let from = 0; from < items.length; from += BATCH)
    await importItemInsertMany(tx, storeId, importId, items.slice(from, from + BATCH));
  for (let from = 0; from < Math.min(findings.length, MAX_PROBLEMS); from += BATCH)
    await importProblemInsertMany(
      tx,
      storeId,
      importId,
      from,
      findings.slice(from, Math.min(from + BATCH, MAX_PROBLEMS)),
    );
  await importPreviewed(tx, storeId, importId, preview, now);
}
