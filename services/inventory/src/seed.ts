import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { OrderStockState } from './domain/order-stock.ts';
import { Prisma as Schema } from './generated/prisma/client.ts';

// Bulk loads of complete data: they emit no events, and expect no concurrent writes.

export type { ProductRecord } from './domain/product.ts';
export { movementPartitions } from './store/movement.ts';
export { openPrisma } from './store/prisma.ts';
export { productSaveMany } from './store/product.ts';
export { shopSaveMany } from './store/shop.ts';
export { STOCK_ITEM_ADJUST } from './store/stock-item-adjust.ts';

const INSERT_ITEMS = storeStatement(
  'stock_item-insert-many',
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

/** Stock of a product or variant at a shop. */
export interface StockItemRecord {
  shopId: string;
  productId: string;
  /** Null for a product without variants. */
  variantId: string | null;
  onHand: number;
  /** Sum of the quantities of the lines of reserved orders. */
  reserved: number;
}

/** Adds up to 1,000 stock items with the first line of their ledger; their products exist already. */
export async function stockItemInsertMany(
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
  await db.rows(INSERT_ITEMS, [storeId, JSON.stringify(rows)]);
}

const RESERVATION = columnList(Schema.ReservationScalarFieldEnum);

const INSERT_RESERVATIONS = storeStatement(
  'reservation-insert-many',
  `insert into reservation (${RESERVATION})
   select ${RESERVATION} from json_populate_recordset(null::reservation, $2) r where r.store_id = $1`,
);

const INSERT_LINES = storeStatement(
  'reservation_line-insert-many',
  `insert into reservation_line (store_id, order_id, shop_id, product_id, variant_id, quantity)
   select store_id, order_id, shop_id, product_id, variant_id, sum(quantity)
   from json_populate_recordset(null::reservation_line, $2) r where r.store_id = $1 group by 1, 2, 3, 4, 5`,
);

/** Reservation of an order. */
export interface ReservationRecord {
  orderId: string;
  state: OrderStockState;
  /** Lines of the same item add up. */
  lines: { shopId: string; productId: string; variantId: string | null; quantity: number }[];
}

/** Adds the reservations of up to 1,000 orders; the stock items already count the reserved units. */
export async function reservationInsertMany(
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
  const rows = reservations.flatMap(({ orderId, lines }) =>
    lines.map(({ shopId, productId, variantId, quantity }) => ({
      store_id: storeId,
      order_id: orderId,
      shop_id: shopId,
      product_id: productId,
      variant_id: variantId ?? '',
      quantity,
    })),
  );
  await db.rows(INSERT_RESERVATIONS, [storeId, JSON.stringify(orders)]);
  await db.rows(INSERT_LINES, [storeId, JSON.stringify(rows)]);
}
