import type { OrderReference } from '@commerce/proto/commerce/common/v1/resource.ts';
import { CreateOrderResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { eraseFromRecords } from '@commerce/service-kit/write/erase.ts';
import { anonymousOrder } from '../domain/erased-buyer.ts';

const FIND = storeStatement(
  'erased_buyer-find',
  'select 1 from erased_buyer where store_id = $1 and customer_id = $2',
);
const INSERT = storeStatement(
  'erased_buyer-insert',
  `insert into erased_buyer select * from json_populate_record(null::erased_buyer, $2) r where r.store_id = $1
   on conflict do nothing`,
);
/** The next orders that name a buyer. */
export const LIST_ORDERS = storeStatement(
  'order-list-by_buyer',
  'select id from "order" where store_id = $1 and customer_id = $2 order by created_at desc, id desc limit $3',
);
/** The orders that keep delivery data of an erased buyer. */
export const LIST_OPEN = storeStatement(
  'order-list-by_erased_buyer',
  `select id, order_number as "orderNumber" from "order" where store_id = $1 and erased_buyer_id = $2 order by id`,
);
const CLEAR_NOTES = storeStatement(
  'order_event-update-without_notes',
  'update order_event set notes = null where store_id = $1 and order_id = $2 and notes is not null',
);

/** Records that a customer was erased; from the commit on no order is made for them. */
export async function erasedBuyerInsert(
  tx: Queryable,
  stamp: Stamp,
  storeId: string,
  customerId: string,
): Promise<void> {
  if ((await tx.rows(FIND, [storeId, customerId])).length > 0) return;
  const row = { store_id: storeId, customer_id: customerId, erased_at: await stamp(tx, storeId) };
  await tx.rows(INSERT, [storeId, JSON.stringify(row)]);
}

/** The ids of the newest orders that name a buyer. */
export async function orderListOfBuyer(
  db: Queryable,
  storeId: string,
  customerId: string,
  limit: number,
): Promise<string[]> {
  return (await db.rows<{ id: string }>(LIST_ORDERS, [storeId, customerId, limit])).map(({ id }) => id);
}

/** The orders that keep delivery data of an erased buyer until they end. */
export function orderListOfErasedBuyer(
  db: Queryable,
  storeId: string,
  customerId: string,
): Promise<OrderReference[]> {
  return db.rows(LIST_OPEN, [storeId, customerId]);
}

/** Removes what an ended order of an erased buyer holds beside its own row: notes, and the recorded answers of its writes. */
export async function orderForgetBuyer(
  tx: Queryable,
  storeId: string,
  orderId: string,
  customerId: string,
): Promise<void> {
  await tx.rows(CLEAR_NOTES, [storeId, orderId]);
  await eraseAnswersOfBuyer(tx, storeId, customerId);
}

/** Rewrites the recorded answers that hold a buyer. */
export const eraseAnswersOfBuyer = (tx: Queryable, storeId: string, customerId: string): Promise<void> =>
  eraseFromRecords(tx, storeId, customerId, (response) => {
    // Every answer that holds a buyer is an order in field 1.
    const { order } = CreateOrderResponse.decode(response);
    return CreateOrderResponse.encode({ order: order && anonymousOrder(order) }).finish();
  });
