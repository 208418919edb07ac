import {
  StartBulkProductEditRequest,
  StartBulkProductEditResponse,
  type ProductEdit,
  type ProductSelection,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { PRODUCT_EDIT } from '../domain/bulk-kinds.ts';
import { Problems } from '../domain/problems.ts';
import { checkedEdit } from '../domain/product-edit.ts';
import { requireMessage } from '../domain/require.ts';
import { distinct } from '../domain/text.ts';
import { productCountToChange } from '../store/product-selection.ts';
import { referencesLock, type ReferenceField } from '../store/references.ts';

const MAX_IDS = 10_000;

/** A reference to check: the field that holds it, the kind of the entity, and its id. */
type Reference = [field: string, kind: ReferenceField, id: string];

export const startBulkProductEdit =
  ({ writer, jobs }: Deps): Handler<StartBulkProductEditRequest, StartBulkProductEditResponse> =>
  (ctx, request) =>
    writer.write(ctx, StartBulkProductEditResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const problems = new Problems();
      const selection = requireMessage('selection', request.selection);
      const edit = checkedEdit(problems, requireMessage('edit', request.edit));
      const references = [...checkedSelection(problems, selection), ...categoriesOf(edit)];
      for (const reference of references) await checkReference(unit, storeId, problems, reference);
      problems.throwIfAny();
      const total = await productCountToChange(unit, storeId, { selection, edit });
      const job = StartBulkProductEditRequest.encode({ selection, edit }).finish();
      return { jobId: await jobs.start(unit, ctx, PRODUCT_EDIT, job, total) };
    });

function checkedSelection(problems: Problems, { by }: ProductSelection): Reference[] {
  if (by === undefined || (by.$case === 'all' && !by.value))
    problems.add('selection', 'Must choose products.');
  else if (by.$case === 'categoryId') return [['selection.category_id', 'category_ids', by.value]];
  else if (by.$case === 'brandId') return [['selection.brand_id', 'brand_ids', by.value]];
  else if (by.$case === 'ids') distinct(problems, 'selection.ids', by.value.ids, MAX_IDS);
  return [];
}

function categoriesOf({ addCategoryId, removeCategoryId }: ProductEdit): Reference[] {
  const fields = { 'edit.add_category_id': addCategoryId, 'edit.remove_category_id': removeCategoryId };
  return Object.entries(fields).flatMap(([field, id]) =>
    id === undefined ? [] : [[field, 'category_ids', id] as Reference],
  );
}

async function checkReference(
  unit: Unit,
  storeId: string,
  problems: Problems,
  [field, kind, id]: Reference,
): Promise<void> {
  const found = await referencesLock(unit, storeId, kind, [id]);
  if (!found.has(id)) problems.add(field, 'The store has none of this id.');
}
