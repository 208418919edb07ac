import { StartImportResponse } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { BulkKind, BulkPart } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { BULK_THRESHOLD } from '../domain/bounds.ts';
import { tellBulk } from '../events/publish.ts';
import { importCount, importLock, type ImportCounts } from '../store/import.ts';
import { finishItems } from './import-finish.ts';
import { setAmounts, type AmountsDeps, type AmountsOutcome } from './import-amounts.ts';
import { makeLabels } from './import-make-labels.ts';
import { writeItems } from './import-write-items.ts';
import type { ImportDeps } from './import-part.ts';

/** Name of the kind. */
export const IMPORT_WRITE = 'import-write';

/**
 * Where an import is: first the categories and brands are made; then, chunk by chunk, products are written (nothing new of them can be
 * sold yet), their amounts are set by calls to pricing and inventory outside of any transaction, and they are let into the shops.
 */
type Position =
  | { step: 'labels'; from: number }
  | { step: 'write'; after: number }
  | { step: 'finish'; after: number; last: number };

const positionOf = (text: string): Position =>
  text === '' ? { step: 'labels', from: 0 } : (JSON.parse(text) as Position);

/** Carries out an import. */
export const importWriteJob = (deps: ImportDeps & AmountsDeps): BulkKind<AmountsOutcome[] | undefined> => ({
  async prepare(ctx, { request, position }) {
    const at = positionOf(position);
    if (at.step !== 'finish') return undefined;
    const { importId } = StartImportResponse.decode(request);
    return setAmounts(deps, ctx, importId, at.after, at.last);
  },
  async part(unit, ctx, part, outcomes) {
    const { importId } = StartImportResponse.decode(part.request);
    const work = {
      unit,
      storeId: storeOf(ctx),
      importId,
      isBulk: part.total > BULK_THRESHOLD,
      jobId: part.id,
    };
    const at = positionOf(part.position);
    if (at.step === 'labels') {
      const next = await makeLabels(work, deps.stamp, at.from);
      return goOn(next === undefined ? { step: 'write', after: 0 } : { step: 'labels', from: next });
    }
    if (at.step === 'write') {
      const last = await writeItems(work, deps.stamp, at.after);
      if (last !== undefined) return goOn({ step: 'finish', after: at.after, last });
      await end(unit, deps, work.storeId, importId, part);
      return { done: 0 };
    }
    const { counts, done } = await finishItems(work, deps.stamp, at.after, at.last, outcomes ?? []);
    await importCount(unit, work.storeId, importId, counts, 'running', new Date(deps.clock.now()));
    return { done, position: JSON.stringify({ step: 'write', after: at.last } satisfies Position) };
  },
});

const goOn = (position: Position) => ({ done: 0, position: JSON.stringify(position) });

const NOTHING: ImportCounts = { created: 0, updated: 0, unchanged: 0, refused: 0, problems: 0, since: null };

/** Where there are too many products to tell each of them, the import is told as a whole. */
async function end(
  unit: Unit,
  { clock }: ImportDeps,
  storeId: string,
  importId: string,
  { id, total }: BulkPart,
): Promise<void> {
  await importCount(unit, storeId, importId, NOTHING, 'done', new Date(clock.now()));
  const row = await importLock(unit, storeId, importId);
  if (total <= BULK_THRESHOLD || !row?.since) return;
  tellBulk(unit, id, row.created + row.updated, row.since.getTime());
}
