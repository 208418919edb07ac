import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { OrderRecord } from '../domain/order.ts';
import { linesToRows, orderToRow } from './order-row.ts';

const UPSERT = storeStatement(
  'order-upsert-many',
  `insert into "order" select * from json_populate_recordset(null::"order", $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     status = excluded.status, source = excluded.source, shop_id = excluded.shop_id,
     seller_shop_ids = excluded.seller_shop_ids, customer_id = excluded.customer_id,
     customer_name = excluded.customer_name, customer_email = excluded.customer_email,
     customer_phone = excluded.customer_phone, total_centavos = excluded.total_centavos,
     discount_centavos = excluded.discount_centavos, payment_gateway = excluded.payment_gateway,
     payment_status = excluded.payment_status, shipping_method_type = excluded.shipping_method_type,
     shipping_method_name = excluded.shipping_method_name, shipping_price_centavos = excluded.shipping_price_centavos,
     shipping_address = excluded.shipping_address, shipping_recipient_name = excluded.shipping_recipient_name,
     shipping_recipient_phone = excluded.shipping_recipient_phone,
     shipping_recipient_document = excluded.shipping_recipient_document, shipping_carrier = excluded.shipping_carrier,
     shipping_tracking_number = excluded.shipping_tracking_number, shipping_tracking_url = excluded.shipping_tracking_url,
     version = excluded.version, paid_at = excluded.paid_at, paid_via = excluded.paid_via,
     payment_confirmed_at = excluded.payment_confirmed_at, expires_at = excluded.expires_at,
     erased_buyer_id = excluded.erased_buyer_id,
     updated_at = excluded.updated_at, message = excluded.message, encoding = excluded.encoding`,
);

const REPLACE_LINES = storeStatement(
  'order_line-replace-by_order',
  `with gone as (
     delete from order_line l where store_id = $1 and order_id = any($2)
       and not exists (select from json_populate_recordset(null::order_line, $3) r
                       where r.order_id = l.order_id and r.position = l.position)
   )
   insert into order_line select * from json_populate_recordset(null::order_line, $3) r where r.store_id = $1
   on conflict (store_id, order_id, position) do update set
     product_id = excluded.product_id, variant_id = excluded.variant_id, sku = excluded.sku, name = excluded.name,
     quantity = excluded.quantity, unit_price_centavos = excluded.unit_price_centavos,
     total_centavos = excluded.total_centavos, is_custom = excluded.is_custom, cogs_centavos = excluded.cogs_centavos`,
);

const UPDATE = storeStatement(
  'order-update-by_id',
  `update "order" o set
     status = r.status, customer_id = r.customer_id, customer_name = r.customer_name, customer_email = r.customer_email,
     customer_phone = r.customer_phone, total_centavos = r.total_centavos, payment_status = r.payment_status,
     shipping_method_type = r.shipping_method_type, shipping_method_name = r.shipping_method_name,
     shipping_price_centavos = r.shipping_price_centavos, shipping_address = r.shipping_address,
     shipping_recipient_name = r.shipping_recipient_name, shipping_recipient_phone = r.shipping_recipient_phone,
     shipping_recipient_document = r.shipping_recipient_document, shipping_carrier = r.shipping_carrier,
     shipping_tracking_number = r.shipping_tracking_number, shipping_tracking_url = r.shipping_tracking_url,
     version = r.version, paid_at = r.paid_at, paid_via = r.paid_via, payment_confirmed_at = r.payment_confirmed_at,
     expires_at = r.expires_at, erased_buyer_id = r.erased_buyer_id, updated_at = r.updated_at, message = r.message, encoding = r.encoding
   from json_populate_record(null::"order", $2) r where o.store_id = $1 and o.id = $3`,
);

/** Writes what can change of an order, whose row this transaction has locked: all but its lines and its origin. */
export async function orderUpdate(tx: Queryable, record: OrderRecord): Promise<void> {
  await tx.rows(UPDATE, [record.storeId, JSON.stringify(orderToRow(record)), record.order.id]);
}

/**
 * Writes orders whole: columns, lines and the encoded message; number and creation time never change. Their rows are new
 * or locked by this transaction, and `updatedAtMs` is the stamp of this transaction.
 */
export async function orderSaveMany(tx: Queryable, storeId: string, records: OrderRecord[]): Promise<void> {
  const ids = records.map((record) => record.order.id);
  await tx.rows(UPSERT, [storeId, JSON.stringify(records.map(orderToRow))]);
  await tx.rows(REPLACE_LINES, [storeId, ids, JSON.stringify(records.flatMap(linesToRows))]);
}
