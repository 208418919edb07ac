import { StartBulkProductEditRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { BULK_THRESHOLD } from '../domain/bounds.ts';
import { progressAfter, progressFrom } from '../domain/bulk-edit.ts';
import { editedProduct } from '../domain/product-edit.ts';
import { isSame, type ProductRecord } from '../domain/product.ts';
import { publishBulkUpdated, publishChanges } from '../events/publish.ts';
import { productListToChange } from '../store/product-selection.ts';
import { productChangeMany } from '../store/product-write.ts';
import { referencesLock } from '../store/references.ts';

/** Products per part: few enough that their locks are short. */
const PART_SIZE = 200;

/**
 * Edits many products. Each has its own event or, above the bulk threshold, one event at the end covers all of them.
 */
export const productEditJob = ({ stamp }: Pick<Deps, 'stamp'>): BulkKind => ({
  async part(unit, ctx, { id, request, total, position }) {
    const storeId = storeOf(ctx);
    const { selection, edit } = StartBulkProductEditRequest.decode(request);
    const progress = progressFrom(position);
    await requireCategory(unit, storeId, edit!.addCategoryId);
    const bulkEdit = { selection: selection!, edit: edit! };
    const ids = await productListToChange(unit, storeId, bulkEdit, progress.afterId, PART_SIZE);
    const change = (before: ProductRecord) => {
      const after = editedProduct(before, edit!);
      return before.draft || isSame(before, after) ? undefined : after;
    };
    const changes = await productChangeMany(unit, storeId, ids, change, stamp);
    const isBulk = total > BULK_THRESHOLD;
    const records = publishChanges(unit, changes, isBulk ? id : undefined);
    const after = progressAfter(progress, ids.at(-1) ?? progress.afterId, records);
    if (ids.length === PART_SIZE) return { done: ids.length, position: JSON.stringify(after) };
    if (isBulk && after.sinceMs !== null) publishBulkUpdated(unit, id, after.changed, after.sinceMs);
    return { done: ids.length };
  },
});

async function requireCategory(unit: Unit, storeId: string, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  if (!(await referencesLock(unit, storeId, 'category_ids', [id])).has(id))
    throw conflict('category_deleted', 'The category to add to products has been deleted.');
}
