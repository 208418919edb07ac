import { StartImportResponse } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../deps.ts';
import { BULK_THRESHOLD } from '../domain/bounds.ts';
import type { ImportCounts } from '../domain/import.ts';
import { publishBulkUpdated } from '../events/publish.ts';
import { importAddCounts, importLock } from '../store/import.ts';
import type { ImportStep } from '../use-cases/imports/import-step.ts';
import { makeLabels } from '../use-cases/imports/make-labels.ts';
import { publishItems } from '../use-cases/imports/publish-items.ts';
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
  async prepare(ctx, { request, position }) {
    const progress = progressOf(position);
    if (progress.step !== 'publish') return undefined;
    const { importId } = StartImportResponse.decode(request);
    return setAmounts(deps, { ctx, importId }, progress.after, progress.last);
  },
  async part(unit, ctx, { id: jobId, request, total, position }, outcomes) {
    const { importId } = StartImportResponse.decode(request);
    const storeId = storeOf(ctx);
    const isBulk = total > BULK_THRESHOLD;
    const work: ImportStep = { unit, prisma: deps.prisma, storeId, importId, jobId, isBulk };
    const progress = progressOf(position);
    if (progress.step === 'labels') {
      const next = await makeLabels(work, deps.stamp, progress.from);
      return continueAt(next === undefined ? { step: 'write', after: 0 } : { step: 'labels', from: next });
    }
    if (progress.step === 'write') {
      const last = await writeItems(deps, work, progress.after);
      if (last !== undefined) return continueAt({ step: 'publish', after: progress.after, last });
      await finish(work, deps);
      return { done: 0 };
    }
    const { after, last } = progress;
    const { counts, done } = await publishItems(work, deps.stamp, { after, last, outcomes: outcomes ?? [] });
    const now = new Date(deps.clock.now());
    await importAddCounts(unit, storeId, importId, counts, { state: 'running', now });
    return continueAt({ step: 'write', after: last }, done);
  },
});

const continueAt = (progress: Progress, done = 0) => ({ done, position: JSON.stringify(progress) });

const NO_COUNTS: ImportCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  problems: 0,
  since: undefined,
};

/** Ends an import. A bulk import publishes one event for all of its products. */
async function finish(
  { unit, storeId, importId, jobId, isBulk }: ImportStep,
  { clock }: Pick<Deps, 'clock'>,
): Promise<void> {
  const now = new Date(clock.now());
  await importAddCounts(unit, storeId, importId, NO_COUNTS, { state: 'done', now });
  const record = await importLock(unit, storeId, importId);
  if (!isBulk || !record?.since) return;
  const { created, updated } = record.import;
  publishBulkUpdated(unit, jobId, created + updated, record.since.getTime());
}
