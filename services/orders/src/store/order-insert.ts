import type { Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { HistoryEntry } from '../domain/order-change.ts';
import type { OrderRecord } from '../domain/order.ts';
import { Prisma as Schema } from '../generated/prisma/client.ts';
import { PAYMENT_COLUMNS, paymentsToRows } from './order-payment.ts';
import { historyToRows } from './order-event.ts';
import { linesToRows, orderToRow } from './order-row.ts';
import { LINE_COLUMNS } from './order-line.ts';
import { ORDER_COLUMNS } from './order.ts';

const EVENT_COLUMNS = columnList(Schema.OrderEventScalarFieldEnum);

// One statement instead of six: each round trip lengthens the time that the lock of the store's clock is held.
const INSERT = storeStatement(
  'order-insert-many-of_drafts',
  `with inserted as (
     insert into "order" (${ORDER_COLUMNS})
     select ${ORDER_COLUMNS} from json_populate_recordset(null::"order", $2) r where r.store_id = $1
   ), lines as (
     insert into order_line (${LINE_COLUMNS})
     select ${LINE_COLUMNS} from json_populate_recordset(null::order_line, $3) r where r.store_id = $1
   ), history as (
     insert into order_event (${EVENT_COLUMNS})
     select ${EVENT_COLUMNS} from json_populate_recordset(null::order_event, $4) r where r.store_id = $1
   ), payments as (
     insert into order_payment (${PAYMENT_COLUMNS})
     select ${PAYMENT_COLUMNS} from json_populate_recordset(null::order_payment, $8) r where r.store_id = $1
   ), drafts as (
     update order_draft set state = 'committed', updated_at = $5 where store_id = $1 and order_id = any($6)
   )
   select exists(select from erased_buyer where store_id = $1 and customer_id = any($7)) as "isBuyerErased"`,
);

/** An order to be inserted, with the first entries of its history. */
export interface NewOrderRecord {
  record: OrderRecord;
  history: readonly HistoryEntry[];
  /** The creator. */
  actor: Actor;
}

/**
 * Inserts orders of a store with their lines and history, and marks their drafts, which are locked, as committed.
 * @returns whether a buyer was erased after the order was gathered: then the transaction must not be committed
 */
export async function orderInsertMany(
  tx: Queryable,
  storeId: string,
  orders: readonly NewOrderRecord[],
  now: Date,
): Promise<boolean> {
  const records = orders.map(({ record }) => record);
  const [inserted] = await tx.rows<{ isBuyerErased: boolean }>(INSERT, [
    storeId,
    JSON.stringify(records.map(orderToRow)),
    JSON.stringify(records.flatMap(linesToRows)),
    JSON.stringify(orders.flatMap(historyToRows)),
    now,
    records.map(({ order }) => order.id),
    records.flatMap(({ order }) => order.customer?.id ?? []),
    JSON.stringify(
      orders.flatMap(({ record, actor }) =>
        paymentsToRows(record, { actor, at: new Date(record.order.createdAtMs) }),
      ),
    ),
  ]);
  return inserted!.isBuyerErased;
}
