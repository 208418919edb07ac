import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { GoodsState } from '../domain/order-stock.ts';

// Loading of data that comes whole: nothing of it is told, and nothing else writes meanwhile.

const LOAD_ITEMS = storeStatement(
  'stock_item-load-many',
  `with given as (
     select * from json_populate_recordset(null::stock_item, $2) r where r.store_id = $1
   ), moved as (
     insert into stock_movement (store_id, shop_id, product_id, variant_id, delta, on_hand, kind, actor_kind, actor_id, created_at)
     select store_id, shop_id, product_id, variant_id, on_hand, on_hand, 'initial', 'system', '', now()
     from given where on_hand > 0
   )
   insert into stock_item (store_id, shop_id, product_id, variant_id, on_hand, reserved, version)
   select store_id, shop_id, product_id, variant_id, on_hand, reserved, version from given`,
);

const LOAD_ORDERS = storeStatement(
  'reservation-load-many',
  `insert into reservation select * from json_populate_recordset(null::reservation, $2) r where r.store_id = $1`,
);

const LOAD_LINES = storeStatement(
  'reservation_line-load-many',
  `insert into reservation_line
   select store_id, order_id, shop_id, product_id, variant_id, sum(quantity)
   from json_populate_recordset(null::reservation_line, $2) r where r.store_id = $1 group by 1, 2, 3, 4, 5`,
);

/** What a shop has of a product or variant. */
export interface StockItemRecord {
  shopId: string;
  productId: string;
  /** Null for a product without variants. */
  variantId: string | null;
  onHand: number;
  /** The sum of what the lines of reserved orders have of it. */
  reserved: number;
}

/** Adds up to 1,000 stock items with the first line of their ledger; their products are saved already. */
export async function stockItemLoadMany(
  db: Queryable,
  storeId: string,
  items: StockItemRecord[],
): Promise<void> {
  const rows = items.map((item) => ({
    store_id: storeId,
    shop_id: item.shopId,
    product_id: item.productId,
    variant_id: item.variantId ?? '',
    on_hand: item.onHand,
    reserved: item.reserved,
    version: 1,
  }));
  await db.rows(LOAD_ITEMS, [storeId, JSON.stringify(rows)]);
}

/** The goods of an order. */
export interface ReservationRecord {
  orderId: string;
  state: GoodsState;
  /** Lines of the same goods add up. */
  lines: { shopId: string; productId: string; variantId: string | null; quantity: number }[];
}

/** Adds the goods of up to 1,000 orders; what is reserved of them the stock items have counted already. */
export async function reservationLoadMany(
  db: Queryable,
  storeId: string,
  reservations: ReservationRecord[],
): Promise<void> {
  const orders = reservations.map(({ orderId, state }) => ({
    store_id: storeId,
    order_id: orderId,
    version: 0,
    state,
  }));
  const lines = reservations.flatMap(({ orderId, lines: goods }) =>
    goods.map(({ shopId, productId, variantId, quantity }) => ({
      store_id: storeId,
      order_id: orderId,
      shop_id: shopId,
      product_id: productId,
      variant_id: variantId ?? '',
      quantity,
    })),
  );
  await db.rows(LOAD_ORDERS, [storeId, JSON.stringify(orders)]);
  await db.rows(LOAD_LINES, [storeId, JSON.stringify(lines)]);
}
