import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { ProductRecord } from '../domain/product.ts';
import { importLock, type ImportCounts } from '../store/import.ts';
import { importItemListToWrite, importItemUpdateMany, type ItemRow } from '../store/import-item.ts';
import { importProblemInsertMany } from '../store/import-problem.ts';
import { productChangeMany } from '../store/product-change.ts';
import type { AmountsOutcome } from './import-amounts.ts';
import { CHUNK, tellImported, type ImportPart } from './import-part.ts';

/**
 * Lets the products of a chunk into the shops, as they have their amounts now: drafts are published, variants activated.
 * @returns what the import has done by it
 */
export async function finishItems(
  part: ImportPart,
  stamp: Stamp,
  after: number,
  last: number,
  outcomes: AmountsOutcome[],
): Promise<{ counts: ImportCounts; done: number }> {
  const { unit, storeId, importId } = part;
  const chunk = (await importItemListToWrite(unit, storeId, importId, after, CHUNK)).filter(
    ({ place }) => place <= last,
  );
  const items = chunk.filter(({ state }) => state === 'written');
  const byProduct = new Map(items.map((item) => [item.product_id!, item]));
  const ids = items
    .filter(({ todo }) => todo!.publish || todo!.activate.length > 0)
    .map(({ product_id }) => product_id!);
  const open = (record: ProductRecord) => opened(record, byProduct.get(record.product.id)!);
  const changes = await productChangeMany(unit, storeId, ids, open, stamp);
  tellImported(part, changes);
  await importItemUpdateMany(
    unit,
    storeId,
    importId,
    items.map((item) => ({ ...item, state: 'done' as const })),
  );
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  if (findings.length > 0) {
    const row = await importLock(unit, storeId, importId);
    await importProblemInsertMany(unit, storeId, importId, row!.problems, findings);
  }
  const updatedAt = changes[0]?.after.product.updatedAtMs;
  const count = (is: (item: ItemRow) => boolean) => items.filter(is).length;
  const counts = {
    created: count(({ todo }) => todo!.isNew),
    updated: count(({ todo }) => !todo!.isNew && todo!.isChanged),
    unchanged: count(({ todo }) => !todo!.isNew && !todo!.isChanged),
    refused: 0,
    problems: findings.length,
    since: updatedAt === undefined ? null : new Date(updatedAt),
  };
  return { counts, done: chunk.length };
}

function opened(record: ProductRecord, { todo }: ItemRow): ProductRecord | undefined {
  const activate = new Set(todo!.activate);
  const publish = todo!.publish && record.draft;
  if (!publish && !record.product.variants.some(({ id, isActive }) => activate.has(id) && !isActive))
    return undefined;
  const variants = record.product.variants.map((variant) =>
    activate.has(variant.id) ? { ...variant, isActive: true } : variant,
  );
  return { ...record, draft: record.draft && !publish, product: { ...record.product, variants } };
}
