import { StartImportResponse } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../deps.ts';
import { stoppedBy } from '../domain/import.ts';
import { importItemDeleteAll, importItemInsertMany } from '../store/import-item.ts';
import { importPartDeleteAll, importPartList } from '../store/import-part.ts';
import { importProblemInsertMany } from '../store/import-problem.ts';
import { importSavePreview } from '../store/import.ts';
import type { Prisma } from '../store/prisma.ts';
import { emptyPreview, previewFile, type FilePreview } from '../use-cases/imports/preview-file.ts';

const PROBLEMS_PER_STATEMENT = 500;

/**
 * Reads the file of an import and makes its preview. The products of the import are saved while the file is read,
 * outside of a transaction: lists show them only once the preview is made, and reading the file a second time
 * replaces them.
 */
export const importReadJob = ({
  db,
  prisma,
  clock,
  imageUrls,
}: Pick<Deps, 'db' | 'prisma' | 'clock' | 'imageUrls'>): BulkKind<FilePreview | undefined> => ({
  async prepare(ctx, { request }) {
    const { importId } = StartImportResponse.decode(request);
    const storeId = storeOf(ctx);
    const file = await importPartList(prisma, storeId, importId);
    if (file.length === 0) return undefined;
    return previewFile({ db, prisma, imageUrls }, storeId, file, (items) =>
      importItemInsertMany(db, storeId, importId, items),
    );
  },
  async part(unit, ctx, { request }, preview) {
    const { importId } = StartImportResponse.decode(request);
    if (preview !== undefined)
      await save(unit, prisma, { storeId: storeOf(ctx), importId }, preview, new Date(clock.now()));
    return { done: 0 };
  },
  async failed(unit, ctx, { request }, fault) {
    const { importId } = StartImportResponse.decode(request);
    const preview = { ...emptyPreview(), failure: stoppedBy('reading_stopped', fault) };
    await save(unit, prisma, { storeId: storeOf(ctx), importId }, preview, new Date(clock.now()));
  },
});

async function save(
  tx: Queryable,
  prisma: Prisma,
  { storeId, importId }: { storeId: string; importId: string },
  { findings, ...preview }: FilePreview,
  now: Date,
): Promise<void> {
  if (preview.failure !== undefined) await importItemDeleteAll(prisma, storeId, importId);
  for (let from = 0; from < findings.length; from += PROBLEMS_PER_STATEMENT) {
    const some = findings.slice(from, from + PROBLEMS_PER_STATEMENT);
    await importProblemInsertMany(tx, storeId, importId, from, some);
  }
  await importPartDeleteAll(prisma, storeId, importId);
  await importSavePreview(prisma, storeId, importId, preview, now);
}
