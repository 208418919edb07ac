import type { ProductEdit } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { BOUNDS } from './bounds.ts';
import type { Problems } from './problems.ts';
import { ivaRate, tags, visibility } from './product-fields.ts';
import type { ProductRecord } from './product.ts';

/** Checks an edit of many products and normalizes its strings. */
export function checkedEdit(problems: Problems, edit: ProductEdit): ProductEdit {
  const clean = {
    ...edit,
    visibility: edit.visibility === undefined ? undefined : visibility(problems, edit.visibility),
    ivaRateBp: edit.ivaRateBp === undefined ? undefined : ivaRate(problems, edit.ivaRateBp),
    addTags: tags(problems, 'add_tags', edit.addTags),
    removeTags: tags(problems, 'remove_tags', edit.removeTags),
  };
  for (const [index, tag] of clean.removeTags.entries())
    if (clean.addTags.includes(tag))
      problems.add(`remove_tags[${index}]`, 'Cannot be both added and removed.');
  if (edit.addCategoryId !== undefined && edit.addCategoryId === edit.removeCategoryId)
    problems.add('remove_category_id', 'Cannot be both added and removed.');
  const isEmpty =
    clean.addTags.length + clean.removeTags.length === 0 &&
    [edit.visibility, edit.isActive, edit.ivaRateBp, edit.addCategoryId, edit.removeCategoryId].every(
      (value) => value === undefined,
    );
  if (isEmpty) problems.add('edit', 'Must contain a change.');
  return clean;
}

/** Applies an edit to a product. A product that would get too many tags or categories keeps its current ones. */
export function editedProduct(record: ProductRecord, edit: ProductEdit): ProductRecord {
  const { product } = record;
  const { addCategoryId, removeCategoryId } = edit;
  return {
    ...record,
    product: {
      ...product,
      visibility: edit.visibility ?? product.visibility,
      isActive: edit.isActive ?? product.isActive,
      ivaRateBp: edit.ivaRateBp ?? product.ivaRateBp,
      tags: changedSet(product.tags, edit.addTags, edit.removeTags, BOUNDS.tags),
      categoryIds: changedSet(
        product.categoryIds,
        addCategoryId === undefined ? [] : [addCategoryId],
        removeCategoryId === undefined ? [] : [removeCategoryId],
        BOUNDS.categories,
      ),
    },
  };
}

function changedSet(before: string[], add: string[], remove: string[], max: number): string[] {
  const kept = before.filter((value) => !remove.includes(value));
  const after = [...kept, ...add.filter((value) => !kept.includes(value))];
  return after.length <= max ? after : before;
}
