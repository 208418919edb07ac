import type { Columns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ProductRecord, StockedProduct } from '../domain/product.ts';
import type { Product } from '../generated/prisma/client.ts';

type ProductRow = Columns<
  Pick<Product, 'id' | 'type' | 'variantIds' | 'isDraft' | 'isDeleted' | 'retiringUntil'>
>;

const COLUMNS = 'id, type, variant_ids, is_draft, is_deleted, retiring_until';

const fromRow = (row: ProductRow): StockedProduct => ({
  productId: row.id,
  type: row.type as StockedProduct['type'],
  variantIds: row.variant_ids,
  draft: row.is_draft,
  deleted: row.is_deleted,
  retiringUntilMs: row.retiring_until?.getTime() ?? null,
});

// One statement, because every write that names items runs it first.
const FIND_WITH_SHOPS = storeStatement(
  'product-find-with_shops',
  `select array(select id from shop where store_id = $1 and id = any($2)) as "shopIds", (
     select json_agg(json_build_array(id, type, variant_ids, is_draft, is_deleted))
     from product where store_id = $1 and id = any($3)) as products`,
);

type FoundRow = [
  id: string,
  type: StockedProduct['type'],
  variantIds: string[],
  isDraft: boolean,
  isDeleted: boolean,
];

/** A product as `productFindWithShops` finds it. */
export type FoundProduct = Omit<StockedProduct, 'productId' | 'retiringUntilMs'>;

/** Shops and products that the projection has. */
export interface FoundProducts {
  shopIds: Set<string>;
  /** By id. */
  products: Map<string, FoundProduct>;
}

/** Finds those of some shops and products that the projection has. */
export async function productFindWithShops(
  db: Queryable,
  storeId: string,
  shopIds: string[],
  productIds: string[],
): Promise<FoundProducts> {
  const values = [storeId, shopIds, productIds];
  const [row] = await db.rows<{ shopIds: string[]; products: FoundRow[] | null }>(FIND_WITH_SHOPS, values);
  const products = (row!.products ?? []).map(
    ([id, type, variantIds, draft, deleted]): [string, FoundProduct] => [
      id,
      { type, variantIds, draft, deleted },
    ],
  );
  return { shopIds: new Set(row!.shopIds), products: new Map(products) };
}

const LOCK_MANY = storeStatement(
  'product-lock-many',
  `select ${COLUMNS} from product where store_id = $1 and id = any($2) order by id for share`,
);

/** Locks the known ones of some products, by id: until the end of the transaction they are neither changed, retired nor deleted. */
export async function productLockMany(
  db: Queryable,
  storeId: string,
  productIds: string[],
): Promise<Map<string, StockedProduct>> {
  const rows = await db.rows<ProductRow>(LOCK_MANY, [storeId, [...new Set(productIds)]]);
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

const LOCK = storeStatement(
  'product-lock-by_id',
  `select ${COLUMNS} from product where store_id = $1 and id = $2 for no key update`,
);

/** Locks a product: no order can reserve it until the end of the transaction. */
export async function productLock(
  db: Queryable,
  storeId: string,
  productId: string,
): Promise<StockedProduct | undefined> {
  const [row] = await db.rows<ProductRow>(LOCK, [storeId, productId]);
  return row && fromRow(row);
}

// In the order of ids, like every statement that locks products.
const UPSERT = storeStatement(
  'product-upsert-many',
  `insert into product as p
     (store_id, id, sku, type, variant_ids, variant_skus, shop_ids, is_draft, is_deleted, version)
   select store_id, id, sku, type, variant_ids, variant_skus, shop_ids, is_draft, is_deleted, version
   from json_populate_recordset(null::product, $2) r where r.store_id = $1 order by id
   on conflict (store_id, id) do update set
     sku = excluded.sku, type = excluded.type, variant_ids = excluded.variant_ids,
     variant_skus = excluded.variant_skus, shop_ids = excluded.shop_ids, is_draft = excluded.is_draft, is_deleted = excluded.is_deleted,
     version = excluded.version
   where excluded.version > p.version
   returning id`,
);

/** Adds or replaces up to 1,000 products; a record changes nothing when its version is not newer than the stored one. */
export async function productSaveMany(
  db: Queryable,
  storeId: string,
  products: ProductRecord[],
): Promise<void> {
  await db.rows(UPSERT, [storeId, JSON.stringify(products.map((product) => toRow(storeId, product)))]);
}

/**
 * Leaves a tombstone for a product, known or not, so that an older version does not restore it.
 * @returns false, and changes nothing, when a newer version is stored
 */
export async function productTombstone(
  db: Queryable,
  storeId: string,
  key: { productId: string; version: number },
): Promise<boolean> {
  const row = toRow(storeId, { ...key, sku: null, type: 'simple', variants: [], shopIds: [], draft: false });
  const rows = await db.rows(UPSERT, [storeId, JSON.stringify([{ ...row, is_deleted: true }])]);
  return rows.length > 0;
}

// The statement takes its own snapshot, so it sees what was reserved before the lock was granted. It goes through the shops, because
// the key of stock_item begins with them.
const RETIRE = storeStatement(
  'product-update-retiring',
  `update product set retiring_until = $3 where store_id = $1 and id = $2 and not exists (
     select from shop h join stock_item s on s.store_id = h.store_id and s.shop_id = h.id and s.product_id = $2
     where h.store_id = $1 and s.reserved > 0)
   returning 1`,
);

/**
 * Blocks new reservations of a product, which is locked, until a time.
 * @returns false, and changes nothing, when units of it are reserved
 */
export async function productRetire(
  db: Queryable,
  storeId: string,
  productId: string,
  untilMs: number,
): Promise<boolean> {
  return (await db.rows(RETIRE, [storeId, productId, new Date(untilMs)])).length > 0;
}

function toRow(storeId: string, product: ProductRecord) {
  return {
    store_id: storeId,
    id: product.productId,
    sku: product.sku,
    type: product.type,
    variant_ids: product.variants.map(({ variantId }) => variantId),
    variant_skus: product.variants.map(({ sku }) => sku),
    shop_ids: product.shopIds,
    is_draft: product.draft,
    is_deleted: false,
    version: product.version,
  };
}
