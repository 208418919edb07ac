import { StartBulkProductEditRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { BULK_THRESHOLD } from '../domain/bounds.ts';
import { progressAfter, progressFrom } from '../domain/bulk-edit.ts';
import { editedProduct } from '../domain/product-edit.ts';
import { isSame, type ProductRecord } from '../domain/product.ts';
import { tellBulk, tellChange, tellPart } from '../events/publish.ts';
import { productChangeMany } from '../store/product-change.ts';
import { referencedLock } from '../store/product-references.ts';
import { productListToChange } from '../store/product-selection.ts';

/** Name of the kind. */
export const PRODUCT_EDIT = 'product-edit';

/** Few enough that nobody waits long for them. */
const PART_SIZE = 200;

/** The edit of many products: each of them is told, or, where there are too many, the operation as a whole at its end. */
export const productEditJob = (stamp: Stamp): BulkKind => ({
  async part(unit, ctx, { id, request, total, position }) {
    const storeId = storeOf(ctx);
    const { selection, edit } = StartBulkProductEditRequest.decode(request);
    const progress = progressFrom(position);
    await requireCategory(unit, storeId, edit!.addCategoryId);
    const ids = await productListToChange(unit, storeId, selection!, edit!, progress.afterId, PART_SIZE);
    const change = (before: ProductRecord) => {
      const after = editedProduct(before, edit!);
      return before.draft || isSame(before, after) ? undefined : after;
    };
    const changes = await productChangeMany(unit, storeId, ids, change, stamp);
    const changed = changes.filter(({ before, after }) => after !== before);
    const records = changed.map(({ after }) => after);
    const isBulk = total > BULK_THRESHOLD;
    if (isBulk) tellPart(unit, id, records);
    else for (const one of changed) tellChange(unit, one);
    const after = progressAfter(progress, ids.at(-1) ?? progress.afterId, records);
    if (ids.length === PART_SIZE) return { done: ids.length, position: JSON.stringify(after) };
    if (isBulk && after.sinceMs !== null) tellBulk(unit, id, after.changed, after.sinceMs);
    return { done: ids.length };
  },
});

async function requireCategory(unit: Unit, storeId: string, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  if (!(await referencedLock(unit, storeId, 'category_ids', [id])).has(id))
    throw conflict('category_deleted', 'The category that products were to get has been deleted.');
}
