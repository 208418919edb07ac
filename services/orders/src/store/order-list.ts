import type { Database } from '@commerce/service-kit/db/database.ts';
import type { EncodedRow } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

// One statement for each combination of equality filters, so that each has the index made for it (migrations/0001).

/** Orders of a store. */
export const LIST_BY_UPDATE = storeStatement(
  'order-list-by_update',
  `select message, encoding from "order"
   where store_id = $1 and (updated_at, id) > ($2, $3) and created_at >= $5
   order by updated_at, id limit $4`,
);

/** Orders of a store in a status. */
export const LIST_BY_STATUS = storeStatement(
  'order-list-by_status',
  `select message, encoding from "order"
   where store_id = $1 and status = $6 and (updated_at, id) > ($2, $3) and created_at >= $5
   order by updated_at, id limit $4`,
);

/** Orders of a shop. */
export const LIST_BY_SHOP = storeStatement(
  'order-list-by_shop',
  `select message, encoding from "order"
   where store_id = $1 and shop_id = $6 and (updated_at, id) > ($2, $3) and created_at >= $5
   order by updated_at, id limit $4`,
);

/** Orders of a shop in a status. */
export const LIST_BY_SHOP_AND_STATUS = storeStatement(
  'order-list-by_shop_and_status',
  `select message, encoding from "order"
   where store_id = $1 and shop_id = $6 and status = $7 and (updated_at, id) > ($2, $3) and created_at >= $5
   order by updated_at, id limit $4`,
);

/** What a list of orders is narrowed to. */
export interface OrderListFilter {
  status?: string | undefined;
  shopId?: string | undefined;
  createdSinceMs?: number | undefined;
}

/** Orders of a store after a position, in the order (updated_at, id). */
export function orderList(
  db: Database,
  storeId: string,
  after: [Date, string],
  limit: number,
  { status, shopId, createdSinceMs }: OrderListFilter,
): Promise<EncodedRow[]> {
  const values = [storeId, ...after, limit, new Date(createdSinceMs ?? 0)];
  if (shopId !== undefined && status !== undefined) {
    return db.arrays(LIST_BY_SHOP_AND_STATUS, [...values, shopId, status]);
  }
  if (shopId !== undefined) return db.arrays(LIST_BY_SHOP, [...values, shopId]);
  if (status !== undefined) return db.arrays(LIST_BY_STATUS, [...values, status]);
  return db.arrays(LIST_BY_UPDATE, values);
}
