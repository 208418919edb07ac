import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource } from '@commerce/proto/commerce/orders/v1/values.ts';
import { systemActor } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { advanceStoreClock } from '@commerce/service-kit/db/stamp.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { canExpire, DEFAULT_ORDER_EXPIRY_MS } from './domain/expiry.ts';
import type { PaymentEntry } from './domain/ledger.ts';
import type { OrderRecord } from './domain/order.ts';
import {
  gatewayOf,
  paymentStatusOf,
  settlingGatewayOf,
  type GatewayName,
  type PaidViaName,
} from './domain/payment.ts';
import { PAYMENT_COLUMNS, paymentsToRows } from './store/order-payment.ts';
import { orderLineReplace } from './store/order-line.ts';
import { orderToRow } from './store/order-row.ts';
import { ORDER_COLUMNS } from './store/order.ts';
import type { Prisma } from './store/prisma.ts';

export { FIRST_ORDER_NUMBER } from './domain/order.ts';
export { historyPartitions } from './store/order-event.ts';
export { openPrisma } from './store/prisma.ts';
export { DEFAULT_FLOW, type StatusFlow } from './domain/status-flow.ts';
export { shopInsertMany } from './store/shop.ts';
export { statusFlowReplace } from './store/status-flow.ts';

/** An order with the data that the API shows; the rest is derived. */
export type SeedOrder = Pick<OrderRecord, 'storeId' | 'order'>;

/** Maximum number of orders per statement: a larger one costs more memory for its JSON than it saves in round trips. */
const CHUNK = 1000;

const UPSERT = storeStatement(
  'order-upsert-many',
  `insert into "order" (${ORDER_COLUMNS})
   select ${ORDER_COLUMNS} from json_populate_recordset(null::"order", $2) r where r.store_id = $1
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
     erased_buyer_id = excluded.erased_buyer_id, is_on_account = excluded.is_on_account,
     updated_at = excluded.updated_at, message = excluded.message, encoding = excluded.encoding`,
);
const REPLACE_PAYMENTS = storeStatement(
  'order_payment-replace-by_order',
  `with deleted as (
     delete from order_payment p where store_id = $1 and order_id = any($2)
       and not exists (select from json_populate_recordset(null::order_payment, $3) r
                       where r.order_id = p.order_id and r.position = p.position)
   )
   insert into order_payment (${PAYMENT_COLUMNS})
   select ${PAYMENT_COLUMNS} from json_populate_recordset(null::order_payment, $3) r where r.store_id = $1
   on conflict (store_id, order_id, position) do update set
     kind = excluded.kind, gateway = excluded.gateway, amount_centavos = excluded.amount_centavos, paid_via = excluded.paid_via, at = excluded.at`,
);
const INSERT_HISTORY = storeStatement(
  'order_event-insert-of_seed',
  `insert into order_event (store_id, order_id, position, kind, from_value, to_value, actor_kind, actor_id, at)
   select store_id, id, 1, 'created', null, case when source = 'pos' then 'delivered' else 'pending' end, 'system', '', created_at
   from "order" where store_id = $1 and id = any($2)
   union all
   select store_id, id, 2, 'status', 'pending', status, 'system', '', updated_at
   from "order" where store_id = $1 and id = any($2) and source <> 'pos' and status <> 'pending'
   on conflict do nothing`,
);

/**
 * Inserts orders with given ids, numbers and times, and a history derived from them; an existing order is overwritten. The
 * store's clock advances to the latest of them, so that every later change has a later time.
 */
export async function orderInsertMany(db: Queryable, storeId: string, orders: SeedOrder[]): Promise<void> {
  for (let start = 0; start < orders.length; start += CHUNK) {
    const records = orders.slice(start, start + CHUNK).map(recordOf);
    const ids = records.map(({ order }) => order.id);
    const latestMs = Math.max(...records.map(({ order }) => order.updatedAtMs));
    await advanceStoreClock(db, storeId, latestMs);
    await db.rows(UPSERT, [storeId, JSON.stringify(records.map(orderToRow))]);
    await orderLineReplace(db, storeId, records);
    const payments = records.flatMap((record) =>
      paymentsToRows(record, { actor: systemActor, at: new Date(record.order.updatedAtMs) }),
    );
    await db.rows(REPLACE_PAYMENTS, [storeId, ids, JSON.stringify(payments)]);
    await db.rows(INSERT_HISTORY, [storeId, ids]);
  }
}

/** Sets the number of the next order of a store; without it, numbers start at FIRST_ORDER_NUMBER. */
export async function orderCounterSet(prisma: Prisma, storeId: string, nextNumber: number): Promise<void> {
  await prisma.forStore(storeId).orderCounter.upsert({
    where: { storeId },
    create: { storeId, nextNumber },
    update: { nextNumber },
  });
}

/** The path by which a payment was detected, by its means. */
const PAID_VIA: Readonly<Record<GatewayName, PaidViaName | undefined>> = {
  cash: 'delivery_confirmation',
  card_terminal: 'terminal',
  card_online: 'online',
  bank_transfer: 'online',
  credit_account: undefined,
};

/** One payment for the total of an order that was paid, and one refund for it if it was refunded. */
function paymentsOf(order: Order, paidVia: PaidViaName | undefined): PaymentEntry[] {
  const status = paymentStatusOf(order);
  if (order.totalCentavos === 0 || !['paid', 'refunded'].includes(status)) return [];
  const entry = { gateway: settlingGatewayOf(order), amountCentavos: order.totalCentavos };
  const payment: PaymentEntry = { kind: 'payment', ...entry, paidVia };
  return status === 'paid' ? [payment] : [payment, { kind: 'refund', ...entry }];
}

function recordOf({ storeId, order }: SeedOrder): OrderRecord {
  const gateway = gatewayOf(order);
  const wasPaid = ['paid', 'refunded'].includes(paymentStatusOf(order));
  const paidVia =
    order.source === OrderSource.POS && gateway !== 'credit_account' ? 'pos' : PAID_VIA[gateway];
  return {
    storeId,
    order,
    version: 1,
    paidAtMs: wasPaid ? order.updatedAtMs : undefined,
    paidVia: wasPaid ? paidVia : undefined,
    paymentConfirmedAtMs: undefined,
    expiresAtMs:
      canExpire(order) && order.status !== 'shipped'
        ? order.createdAtMs + DEFAULT_ORDER_EXPIRY_MS
        : undefined,
    payments: paymentsOf(order, paidVia),
    isOnAccount: gateway === 'credit_account',
    linesChanged: false,
    writtenOff: [],
  };
}
