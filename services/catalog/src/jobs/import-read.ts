import { StartImportResponse } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { importPreviewed } from '../store/import.ts';
import { importItemDeleteAll, importItemInsertMany } from '../store/import-item.ts';
import { importPartDeleteAll, importPartList } from '../store/import-part.ts';
import { importProblemInsertMany } from '../store/import-problem.ts';
import { readImport, type ReadImport } from './read-import.ts';

/** Name of the kind. */
export const IMPORT_READ = 'import-read';

const BATCH = 500;

/**
 * Reads the file of an import and makes its preview. Products are written while the file is read, outside of a transaction: no list
 * shows them until the preview is made, and reading the file a second time replaces them.
 */
export const importReadJob = (db: Database, clock: Clock): BulkKind<ReadImport | undefined> => ({
  async prepare(ctx: Context, { request }) {
    const { importId } = StartImportResponse.decode(request);
    const storeId = storeOf(ctx);
    const file = await importPartList(db, storeId, importId);
    if (file.length === 0) return undefined;
    return readImport(db, storeId, file, (items) => importItemInsertMany(db, storeId, importId, items));
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
  { findings, ...preview }: ReadImport,
  now: Date,
): Promise<void> {
  if (preview.failure !== undefined) await importItemDeleteAll(tx, storeId, importId);
  for (let from = 0; from < findings.length; from += BATCH)
    await importProblemInsertMany(tx, storeId, importId, from, findings.slice(from, from + BATCH));
  await importPartDeleteAll(tx, storeId, importId);
  await importPreviewed(tx, storeId, importId, preview, now);
}
