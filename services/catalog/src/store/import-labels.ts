import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { NamedCategory, NamedLabels } from '../domain/import-labels.ts';

const FIND = storeStatement(
  'product_import-find-labels',
  'select labels from product_import where store_id = $1 and id = $2',
);
const CATEGORIES = storeStatement(
  'category-list-names',
  'select id, name, parent_id as "parentId" from category where store_id = $1',
);
const BRANDS = storeStatement('brand-list-names', 'select id, name from brand where store_id = $1');

/** The categories and brands that the file of an import names. */
export async function importFindLabels(db: Queryable, storeId: string, id: string): Promise<NamedLabels> {
  const [row] = await db.rows<{ labels: NamedLabels | null }>(FIND, [storeId, id]);
  return row?.labels ?? { categories: [], brands: [] };
}

/** Every category of a store. */
export async function categoryListNames(db: Queryable, storeId: string): Promise<NamedCategory[]> {
  const rows = await db.rows<NamedCategory & { parentId: string | null }>(CATEGORIES, [storeId]);
  return rows.map((row) => ({ ...row, parentId: row.parentId ?? undefined }));
}

/** Every brand of a store. */
export async function brandListNames(
  db: Queryable,
  storeId: string,
): Promise<{ id: string; name: string }[]> {
  return db.rows(BRANDS, [storeId]);
}
