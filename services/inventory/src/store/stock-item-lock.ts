import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Goods, StockItem } from '../domain/goods.ts';

const COLUMNS = 's.shop_id, s.product_id, s.variant_id, s.on_hand, s.reserved';

// Whoever locks several items locks them in the order of their keys, so that nobody waits for each other.
const IN_ORDER = 'order by s.shop_id, s.product_id, s.variant_id for update of s';

const LOCK_MANY = storeStatement(
  'stock_item-lock-many',
  `select ${COLUMNS} from unnest($2::text[], $3::text[], $4::text[]) as k (shop_id, product_id, variant_id)
   join stock_item s on s.store_id = $1 and s.shop_id = k.shop_id and s.product_id = k.product_id and s.variant_id = k.variant_id
   ${IN_ORDER}`,
);

// By way of the shops: the key begins with them.
const LOCK_OF_PRODUCT = storeStatement(
  'stock_item-lock-by_product',
  `select ${COLUMNS} from shop h
   join stock_item s on s.store_id = h.store_id and s.shop_id = h.id and s.product_id = $2
   where h.store_id = $1 ${IN_ORDER}`,
);

const ADD_MANY = storeStatement(
  'stock_item-insert-missing',
  `insert into stock_item as s (store_id, shop_id, product_id, variant_id, on_hand, low_at)
   select p.store_id, k.shop_id, k.product_id, k.variant_id, 0,
     coalesce((select low_at from stock_settings where store_id = $1), 0)
   from unnest($2::text[], $3::text[], $4::text[]) as k (shop_id, product_id, variant_id)
   join product p on p.store_id = $1 and p.id = k.product_id
   order by k.shop_id collate "C", k.product_id collate "C", k.variant_id collate "C"
   on conflict (store_id, shop_id, product_id, variant_id) do nothing`,
);

interface ItemRow {
  shop_id: string;
  product_id: string;
  variant_id: string;
  on_hand: number;
  reserved: number;
}

const fromRow = (row: ItemRow): StockItem => ({
  shopId: row.shop_id,
  productId: row.product_id,
  variantId: row.variant_id,
  onHand: row.on_hand,
  reserved: row.reserved,
});

/** The arrays that name goods in a statement. */
export const goodsColumns = (goods: Goods[]): string[][] => [
  goods.map(({ shopId }) => shopId),
  goods.map(({ productId }) => productId),
  goods.map(({ variantId }) => variantId),
];

/** Locks the stock of goods, none of which is named twice; what was never stocked is left out. */
export async function stockItemLockMany(
  db: Queryable,
  storeId: string,
  goods: Goods[],
): Promise<StockItem[]> {
  return (await db.rows<ItemRow>(LOCK_MANY, [storeId, ...goodsColumns(goods)])).map(fromRow);
}

/** Locks the stock of a product in every shop and variant. */
export async function stockItemLockOfProduct(
  db: Queryable,
  storeId: string,
  productId: string,
): Promise<StockItem[]> {
  return (await db.rows<ItemRow>(LOCK_OF_PRODUCT, [storeId, productId])).map(fromRow);
}

/** Adds what of some goods was never stocked, with nothing on hand. Before anything is locked, and in the order of keys. */
export async function stockItemAddMissing(db: Queryable, storeId: string, goods: Goods[]): Promise<void> {
  await db.rows(ADD_MANY, [storeId, ...goodsColumns(goods)]);
}
