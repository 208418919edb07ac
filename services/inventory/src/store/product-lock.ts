import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { StockedProduct } from '../domain/product.ts';

const COLUMNS = 'id, type, variant_ids, is_draft, is_deleted, retiring_until';

const SHARE_MANY = storeStatement(
  'product-lock-many',
  `select ${COLUMNS} from product where store_id = $1 and id = any($2) order by id for share`,
);

const LOCK = storeStatement(
  'product-lock-by_id',
  `select ${COLUMNS} from product where store_id = $1 and id = $2 for no key update`,
);

// With a snapshot of its own: what was reserved until the lock was given is seen. By way of the shops, as the key begins with them.
const RETIRE = storeStatement(
  'product-update-retiring',
  `update product set retiring_until = $3 where store_id = $1 and id = $2 and not exists (
     select from shop h join stock_item s on s.store_id = h.store_id and s.shop_id = h.id and s.product_id = $2
     where h.store_id = $1 and s.reserved > 0)
   returning 1`,
);

const FIND_RESERVED = storeStatement(
  'stock_item-find-reserved_variants',
  `select 1 from shop h join stock_item s on s.store_id = h.store_id and s.shop_id = h.id and s.product_id = $2
   where h.store_id = $1 and s.variant_id = any($3) and s.reserved > 0 limit 1`,
);

interface ProductRow {
  id: string;
  type: string | null;
  variant_ids: string[];
  is_draft: boolean;
  is_deleted: boolean;
  retiring_until: Date | null;
}

const fromRow = (row: ProductRow): StockedProduct => ({
  productId: row.id,
  type: row.type,
  variantIds: row.variant_ids,
  draft: row.is_draft,
  deleted: row.is_deleted,
  retiringUntilMs: row.retiring_until?.getTime() ?? null,
});

/** The known ones of some products, by id; until the end of the transaction they are neither changed, retired nor deleted. */
export async function productLockMany(
  db: Queryable,
  storeId: string,
  productIds: string[],
): Promise<Map<string, StockedProduct>> {
  const rows = await db.rows<ProductRow>(SHARE_MANY, [storeId, [...new Set(productIds)]]);
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

/** A product, which nobody reserves until the end of the transaction. */
export async function productLock(
  db: Queryable,
  storeId: string,
  productId: string,
): Promise<StockedProduct | undefined> {
  const [row] = await db.rows<ProductRow>(LOCK, [storeId, productId]);
  return row && fromRow(row);
}

/**
 * Lets nobody reserve a product, which is locked, until a time.
 * @returns false, and changes nothing, when something of it is reserved
 */
export async function productRetire(
  db: Queryable,
  storeId: string,
  productId: string,
  untilMs: number,
): Promise<boolean> {
  return (await db.rows(RETIRE, [storeId, productId, new Date(untilMs)])).length > 0;
}

/** Whether orders have units of any of these variants of a product reserved, in any shop. */
export async function variantsReserved(
  db: Queryable,
  storeId: string,
  productId: string,
  variantIds: string[],
): Promise<boolean> {
  return (await db.rows(FIND_RESERVED, [storeId, productId, variantIds])).length > 0;
}
