import {
  StartBulkProductEditRequest,
  StartBulkProductEditResponse,
  type ProductEdit,
  type ProductSelection,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { Problems } from '../domain/problems.ts';
import { checkedEdit } from '../domain/product-edit.ts';
import { distinct } from '../domain/text.ts';
import { PRODUCT_EDIT } from '../jobs/product-edit.ts';
import { referencedLock, type References } from '../store/product-references.ts';
import { productCountToChange } from '../store/product-selection.ts';
import type { Deps } from '../deps.ts';
import { requireMessage } from './require.ts';

const MAX_IDS = 10_000;

export const startBulkProductEdit =
  ({ writer, jobs }: Deps): Handler<StartBulkProductEditRequest, StartBulkProductEditResponse> =>
  (ctx, request) =>
    writer.write(ctx, StartBulkProductEditResponse, async (unit) => {
      const storeId = storeOf(ctx);
      const problems = new Problems();
      const selection = requireMessage('selection', request.selection);
      const edit = checkedEdit(problems, requireMessage('edit', request.edit));
      await checkSelection(unit, storeId, problems, selection);
      await checkCategories(unit, storeId, problems, edit);
      problems.throwIfAny();
      const total = await productCountToChange(unit, storeId, selection, edit);
      const job = StartBulkProductEditRequest.encode({ selection, edit }).finish();
      return { jobId: await jobs.start(unit, ctx, PRODUCT_EDIT, job, total) };
    });

async function checkSelection(unit: Unit, storeId: string, problems: Problems, { by }: ProductSelection) {
  const check = (field: string, kind: keyof References, id: string) =>
    checkReference(unit, storeId, problems, `selection.${field}`, kind, id);
  if (by === undefined || (by.$case === 'all' && !by.value))
    problems.add('selection', 'Must choose products.');
  else if (by.$case === 'categoryId') await check('category_id', 'category_ids', by.value);
  else if (by.$case === 'brandId') await check('brand_id', 'brand_ids', by.value);
  else if (by.$case === 'ids') distinct(problems, 'selection.ids', by.value.ids, MAX_IDS);
}

async function checkCategories(unit: Unit, storeId: string, problems: Problems, edit: ProductEdit) {
  for (const [field, id] of [
    ['edit.add_category_id', edit.addCategoryId],
    ['edit.remove_category_id', edit.removeCategoryId],
  ] as const)
    if (id !== undefined) await checkReference(unit, storeId, problems, field, 'category_ids', id);
}

async function checkReference(
  unit: Unit,
  storeId: string,
  problems: Problems,
  field: string,
  kind: keyof References,
  id: string,
): Promise<void> {
  const found = await referencedLock(unit, storeId, kind, [id]);
  if (!found.has(id)) problems.add(field, 'The store has none of this id.');
}
