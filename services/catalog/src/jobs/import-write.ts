import { StartImportResponse } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { BulkKind, BulkPart } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import type { Finding } from '../domain/csv/findings.ts';
import { bulkOperationOf, stoppedBy } from '../domain/import.ts';
import { publishBulkUpdated } from '../events/publish.ts';
import { importAddCounts, importEnd, importFind, importLock } from '../store/import.ts';
import type { ImportStep } from '../use-cases/imports/import-step.ts';
import { makeLabels } from '../use-cases/imports/make-labels.ts';
import { countWritten, publishItems } from '../use-cases/imports/publish-items.ts';
import { setAmounts, type AmountsOutcome } from '../use-cases/imports/set-amounts.ts';
import { writeItems } from '../use-cases/imports/write-items.ts';

/**
 * Progress of an import. First the categories and brands are created. Then, chunk by chunk, products are written but
 * not sold yet, their amounts are set by calls to pricing and inventory outside of any transaction, and they are
 * published.
 */
type Progress =
  | { step: 'labels'; from: number }
  | { step: 'write'; after: number }
  | { step: 'publish'; after: number; last: number };

const progressOf = (text: string): Progress =>
  text === '' ? { step: 'labels', from: 0 } : (JSON.parse(text) as Progress);

/** Carries out an import. */
export const importWriteJob = (
  deps: Pick<Deps, 'db' | 'prisma' | 'clock' | 'stamp' | 'clients' | 'imageUrls'>,
): BulkKind<AmountsOutcome[] | undefined> => ({
  async prepare(ctx, { id: jobId, request, position }) {
    const progress = progressOf(position);
    if (progress.step !== 'publish') return undefined;
    const { importId } = StartImportResponse.decode(request);
    return setAmounts(deps, { ctx, importId, jobId }, progress.after, progress.last);
  },
  async part(unit, ctx, part, outcomes) {
    const step = await stepOf(deps, unit, ctx, part);
    const progress = progressOf(part.position);
    if (progress.step === 'labels') {
      const next = await makeLabels(step, deps.stamp, progress.from);
      return continueAt(next === undefined ? { step: 'write', after: 0 } : { step: 'labels', from: next });
    }
    if (progress.step === 'write') {
      const last = await writeItems(deps, step, progress.after);
      if (last !== undefined) return continueAt({ step: 'publish', after: progress.after, last });
      await finish(deps, step);
      return { done: 0 };
    }
    const { after, last } = progress;
    const { counts, done } = await publishItems(step, deps.stamp, { after, last, outcomes: outcomes ?? [] });
    await importAddCounts(unit, step.storeId, step.importId, counts, new Date(deps.clock.now()));
    return continueAt({ step: 'write', after: last }, done);
  },
  async failed(unit, ctx, part, fault) {
    const step = await stepOf(deps, unit, ctx, part);
    const progress = progressOf(part.position);
    if (progress.step === 'publish') {
      const counts = await countWritten(step, progress.after, progress.last);
      await importAddCounts(unit, step.storeId, step.importId, counts, new Date(deps.clock.now()));
    }
    await finish(deps, step, stoppedBy('writing_stopped', fault));
  },
});

async function stepOf(
  { prisma }: Pick<Deps, 'prisma'>,
  unit: Unit,
  ctx: Context,
  { id: jobId, request }: BulkPart,
): Promise<ImportStep> {
  const storeId = storeOf(ctx);
  const { importId } = StartImportResponse.decode(request);
  const bulkOperationId = bulkOperationOf(await importFind(prisma, storeId, importId), jobId);
  return { unit, prisma, storeId, importId, bulkOperationId };
}

const continueAt = (progress: Progress, done = 0) => ({ done, position: JSON.stringify(progress) });

/** Ends an import. A bulk import publishes one event for all products that it has changed. */
async function finish(
  { clock }: Pick<Deps, 'clock'>,
  { unit, prisma, storeId, importId, bulkOperationId }: ImportStep,
  failure?: Finding,
): Promise<void> {
  await importEnd(prisma, storeId, importId, failure, new Date(clock.now()));
  const record = await importLock(unit, storeId, importId);
  if (bulkOperationId === undefined || record?.since === undefined) return;
  const { created, updated } = record.import;
  publishBulkUpdated(unit, bulkOperationId, created + updated, record.since.getTime());
}
