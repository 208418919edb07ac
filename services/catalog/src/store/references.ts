import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';
import { isId } from '@commerce/texts/ids.ts';

/** Fields of the public API that refer to other entities. */
export type ReferenceField = 'category_ids' | 'brand_ids' | 'shop_ids';

// Referenced rows cannot be deleted before the end of this transaction; other transactions can still refer to them.
const LOCKS = {
  category_ids: storeStatement(
    'category-lock-shared',
    'select id from category where store_id = $1 and id = any($2) order by id for key share',
  ),
  brand_ids: storeStatement(
    'brand-lock-shared',
    'select id from brand where store_id = $1 and id = any($2) order by id for key share',
  ),
  shop_ids: storeStatement(
    'shop-lock-shared',
    'select id from shop where store_id = $1 and id = any($2) order by id for key share',
  ),
} satisfies Record<ReferenceField, StoreStatement>;

const ID_PREFIXES = { category_ids: 'cat', brand_ids: 'brd', shop_ids: 'shp' } as const;

/**
 * Locks the referenced rows of a store so that they stay until the end of the transaction.
 * @returns the ids that exist
 */
export async function referencesLock(
  tx: Queryable,
  storeId: string,
  field: ReferenceField,
  ids: string[],
): Promise<Set<string>> {
  const possible = ids.filter((id) => isId(ID_PREFIXES[field], id));
  if (possible.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(LOCKS[field], [storeId, possible]);
  return new Set(rows.map(({ id }) => id));
}
