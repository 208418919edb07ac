import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Goods } from '../domain/goods.ts';

// From the few orders that have anything reserved, each line by its key.
const LIST_OF_GOODS = storeStatement(
  'reservation-list-by_goods',
  `select r.order_id as "orderId", l.quantity, r.expires_at as "expiresAt"
   from reservation r cross join lateral (
     select quantity from reservation_line l
     where l.store_id = $1 and l.order_id = r.order_id and l.shop_id = $2 and l.product_id = $3 and l.variant_id = $4 offset 0
   ) l
   where r.store_id = $1 and r.state = 'reserved' and r.order_id > $5 order by r.order_id limit $6`,
);

/** What an order has reserved of some goods. */
export interface GoodsReservation {
  orderId: string;
  quantity: number;
  /** When it is released by itself; null once the order is confirmed. */
  expiresAt: Date | null;
}

/** What orders after an id have reserved of goods. */
export async function reservationListOfGoods(
  db: Queryable,
  storeId: string,
  { shopId, productId, variantId }: Goods,
  afterOrderId: string,
  limit: number,
): Promise<GoodsReservation[]> {
  return db.rows(LIST_OF_GOODS, [storeId, shopId, productId, variantId, afterOrderId, limit]);
}
