import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { ImportCounts, ImportItem } from '../../domain/import.ts';
import type { ProductRecord } from '../../domain/product.ts';
import { publishChanges } from '../../events/publish.ts';
import { importItemListToWrite, importItemUpdateMany } from '../../store/import-item.ts';
import { importProblemInsertMany } from '../../store/import-problem.ts';
import { importLock } from '../../store/import.ts';
import { productChangeMany } from '../../store/product-write.ts';
import { CHUNK, type ImportStep } from './import-step.ts';
import type { AmountsOutcome } from './set-amounts.ts';

/**
 * Makes the products of a chunk available, now that their amounts are set: publishes drafts and activates variants,
 * except those whose prices were refused.
 * @returns the counts to add to the import, and the number of products that are done
 */
export async function publishItems(
  step: ImportStep,
  stamp: Stamp,
  { after, last, outcomes }: { after: number; last: number; outcomes: AmountsOutcome[] },
): Promise<{ counts: ImportCounts; done: number }> {
  const { unit, storeId, importId } = step;
  const { chunk, items } = await chunkOf(step, after, last);
  const byProduct = new Map(items.map((item) => [item.productId!, item]));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const unpriced = new Set(
    outcomes.flatMap(({ position, findings: some }) =>
      some.some(({ code }) => code === 'price_refused') ? [position] : [],
    ),
  );
  const ids = items
    .filter(({ position, todo }) => !unpriced.has(position) && (todo!.publish || todo!.activate.length > 0))
    .map(({ productId }) => productId!);
  const publish = (record: ProductRecord) => published(record, byProduct.get(record.product.id)!);
  const changes = await productChangeMany(unit, storeId, ids, publish, stamp);
  publishChanges(unit, changes, step.bulkOperationId);
  await importItemUpdateMany(
    unit,
    storeId,
    importId,
    items.map((item) => ({ ...item, state: 'done' as const })),
  );
  if (findings.length > 0) {
    const record = await importLock(unit, storeId, importId);
    await importProblemInsertMany(unit, storeId, importId, record!.import.problems, findings);
  }
  return { counts: { ...countsOf(items), problems: findings.length }, done: chunk.length };
}

/** Counts the products of a chunk that are written but not published. */
export const countWritten = async (step: ImportStep, after: number, last: number): Promise<ImportCounts> =>
  countsOf((await chunkOf(step, after, last)).items);

/** The products of a chunk, and those of them that are written but not published. */
async function chunkOf(
  { unit, storeId, importId }: ImportStep,
  after: number,
  last: number,
): Promise<{ chunk: ImportItem[]; items: ImportItem[] }> {
  const listed = await importItemListToWrite(unit, storeId, importId, after, CHUNK);
  const chunk = listed.filter(({ position }) => position <= last);
  return { chunk, items: chunk.filter(({ state }) => state === 'written') };
}

function countsOf(items: ImportItem[]): ImportCounts {
  const count = (is: (item: ImportItem) => boolean) => items.filter(is).length;
  return {
    created: count(({ todo }) => todo!.isNew),
    updated: count(({ todo }) => !todo!.isNew && todo!.isChanged),
    unchanged: count(({ todo }) => !todo!.isNew && !todo!.isChanged),
    refused: 0,
    problems: 0,
    since: undefined,
  };
}

function published(record: ProductRecord, { todo }: ImportItem): ProductRecord | undefined {
  const activate = new Set(todo!.activate);
  const publish = todo!.publish && record.draft;
  if (!publish && !record.product.variants.some(({ id, isActive }) => activate.has(id) && !isActive))
    return undefined;
  const variants = record.product.variants.map((variant) =>
    activate.has(variant.id) ? { ...variant, isActive: true } : variant,
  );
  return { ...record, draft: record.draft && !publish, product: { ...record.product, variants } };
}
