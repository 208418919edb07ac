import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { purgeOf } from '@commerce/service-kit/db/purge.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** Deletes a chunk of a test store's data other than its products and images, which are deleted before. */
export const storePurge = purgeOf([
  'product_import_item',
  'product_import_problem',
  'product_import_part',
  'product_import',
  'bulk_price_operation',
  'image_upload_part',
  'image_copy',
  'category order by depth desc',
  'brand',
  'shop',
]);

const SOME_IDS = storeStatement(
  'product-list-some_ids',
  'select id from product where store_id = $1 order by id limit $2',
);

/** Ids of some products of a store, drafts included. */
export const productListSomeIds = async (db: Queryable, storeId: string, limit: number): Promise<string[]> =>
  (await db.rows<{ id: string }>(SOME_IDS, [storeId, limit])).map(({ id }) => id);
