import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { ImportCounts, ImportItem } from '../../domain/import.ts';
import type { ProductRecord } from '../../domain/product.ts';
import { importItemListToWrite, importItemUpdateMany } from '../../store/import-item.ts';
import { importProblemInsertMany } from '../../store/import-problem.ts';
import { importLock } from '../../store/import.ts';
import { productChangeMany } from '../../store/product-write.ts';
import { CHUNK, publishImported, type ImportStep } from './import-step.ts';
import type { AmountsOutcome } from './set-amounts.ts';

/**
 * Makes the products of a chunk available, now that their amounts are set: publishes drafts and activates variants.
 * @returns the counts to add to the import, and the number of products that are done
 */
export async function publishItems(
  step: ImportStep,
  stamp: Stamp,
  { after, last, outcomes }: { after: number; last: number; outcomes: AmountsOutcome[] },
): Promise<{ counts: ImportCounts; done: number }> {
  const { unit, storeId, importId } = step;
  const chunk = (await importItemListToWrite(unit, storeId, importId, after, CHUNK)).filter(
    ({ position }) => position <= last,
  );
  const items = chunk.filter(({ state }) => state === 'written');
  const byProduct = new Map(items.map((item) => [item.productId!, item]));
  const ids = items
    .filter(({ todo }) => todo!.publish || todo!.activate.length > 0)
    .map(({ productId }) => productId!);
  const publish = (record: ProductRecord) => published(record, byProduct.get(record.product.id)!);
  const changes = await productChangeMany(unit, storeId, ids, publish, stamp);
  publishImported(step, changes);
  await importItemUpdateMany(
    unit,
    storeId,
    importId,
    items.map((item) => ({ ...item, state: 'done' as const })),
  );
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  if (findings.length > 0) {
    const record = await importLock(unit, storeId, importId);
    await importProblemInsertMany(unit, storeId, importId, record!.import.problems, findings);
  }
  const updatedAt = changes[0]?.after.product.updatedAtMs;
  const count = (is: (item: ImportItem) => boolean) => items.filter(is).length;
  const counts = {
    created: count(({ todo }) => todo!.isNew),
    updated: count(({ todo }) => !todo!.isNew && todo!.isChanged),
    unchanged: count(({ todo }) => !todo!.isNew && !todo!.isChanged),
    refused: 0,
    problems: findings.length,
    since: updatedAt === undefined ? undefined : new Date(updatedAt),
  };
  return { counts, done: chunk.length };
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
