import { ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumKey } from '@commerce/proto/enum.ts';
import type { ProductEdit, ProductSelection } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Condition for products that the edit ($2 to $8) would change. */
const CHANGES = `(p.visibility <> $2::text or p.is_active <> $3::boolean or p.iva_rate_bp <> $4::integer
   or not p.tags @> $5::text[] or p.tags && $6::text[] or not p.category_ids @> $7::text[] or p.category_ids && $8::text[])`;

/** Condition for selected products, never drafts; $9 are ids, or null to select all. */
const BY_PRODUCT = `not p.is_draft and ($9::text[] is null or p.id = any($9))`;

const COUNT_BY_PRODUCT = storeStatement(
  'product-count-to_change',
  `select count(*)::int as total from product p where p.store_id = $1 and ${BY_PRODUCT} and ${CHANGES}`,
);
const LIST_BY_PRODUCT = storeStatement(
  'product-list-to_change',
  `select p.id from product p where p.store_id = $1 and ${BY_PRODUCT} and ${CHANGES} and p.id > $10
   order by p.id limit $11`,
);
const COUNT_BY_FILTER = storeStatement(
  'product-count-to_change_by_filter',
  `select count(*)::int as total
   from product_filter f join product p on p.store_id = f.store_id and p.id = f.product_id
   where f.store_id = $1 and f.filter = $9 and f.value = $10 and ${CHANGES}`,
);
const LIST_BY_FILTER = storeStatement(
  'product-list-to_change_by_filter',
  `select p.id from product_filter f join product p on p.store_id = f.store_id and p.id = f.product_id
   where f.store_id = $1 and f.filter = $9 and f.value = $10 and ${CHANGES} and f.product_id > $11
   order by f.product_id limit $12`,
);

/** An edit of selected products. */
export interface BulkEdit {
  selection: ProductSelection;
  edit: ProductEdit;
}

/** Number of selected products that the edit would change. */
export async function productCountToChange(
  db: Queryable,
  storeId: string,
  { selection, edit }: BulkEdit,
): Promise<number> {
  const { filtered, values } = selectedBy(selection);
  const statement = filtered ? COUNT_BY_FILTER : COUNT_BY_PRODUCT;
  const [row] = await db.rows<{ total: number }>(statement, [storeId, ...changesOf(edit), ...values]);
  return row!.total;
}

/** Ids of selected products that the edit would change, after an id, in the order of ids. */
export async function productListToChange(
  db: Queryable,
  storeId: string,
  { selection, edit }: BulkEdit,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const { filtered, values } = selectedBy(selection);
  const statement = filtered ? LIST_BY_FILTER : LIST_BY_PRODUCT;
  const parameters = [storeId, ...changesOf(edit), ...values, afterId, limit];
  return (await db.rows<{ id: string }>(statement, parameters)).map(({ id }) => id);
}

const list = (id: string | undefined): string[] => (id === undefined ? [] : [id]);

function changesOf({ visibility, isActive, ivaRateBp, ...edit }: ProductEdit): unknown[] {
  const { addTags, removeTags, addCategoryId, removeCategoryId } = edit;
  return [
    visibility === undefined ? null : enumKey(ProductVisibility, visibility),
    isActive ?? null,
    ivaRateBp ?? null,
    addTags,
    removeTags,
    list(addCategoryId),
    list(removeCategoryId),
  ];
}

function selectedBy({ by }: ProductSelection): { filtered: boolean; values: unknown[] } {
  if (by?.$case === 'categoryId') return { filtered: true, values: ['category', by.value] };
  if (by?.$case === 'brandId') return { filtered: true, values: ['brand', by.value] };
  return { filtered: false, values: [by?.$case === 'ids' ? by.value.ids : null] };
}
