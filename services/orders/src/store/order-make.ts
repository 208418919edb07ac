import type { Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { HistoryEntry } from '../domain/order-change.ts';
import type { OrderRecord } from '../domain/order.ts';
import { actorKindOf } from './order-event.ts';
import { linesToRows, orderToRow } from './order-row.ts';

// One statement instead of four: each has a way to the database and back, within the lock of the store's clock.
const MAKE = storeStatement(
  'order-make',
  `with made as (
     insert into "order" select * from json_populate_record(null::"order", $3) r where r.store_id = $1
   ), lines as (
     insert into order_line select * from json_populate_recordset(null::order_line, $4) r where r.store_id = $1
   ), history as (
     insert into order_event (store_id, order_id, position, kind, from_value, to_value, paid_via, gateway, actor_kind, actor_id, at)
     select $1, $2, r.place, r.kind, r.from_value, r.to_value, r.paid_via, r.gateway, $5, $6, $7
     from unnest($8::text[], $9::text[], $10::text[], $11::text[], $12::text[]) with ordinality
       as r (kind, from_value, to_value, paid_via, gateway, place)
   )
   update order_draft set state = 'committed', updated_at = $13 where store_id = $1 and order_id = $2
   returning exists(select from erased_buyer where store_id = $1 and customer_id = $14) as erased`,
);

/**
 * Writes a new order with its lines and the beginning of its history, and notes in its draft, which is locked, that it is there.
 * @returns whether the buyer was erased since the order was gathered: then nothing of this may be committed
 */
export async function orderMake(
  tx: Queryable,
  record: OrderRecord,
  history: readonly HistoryEntry[],
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const { storeId, order } = record;
  const [made] = await tx.rows<{ erased: boolean }>(MAKE, [
    storeId,
    order.id,
    JSON.stringify(orderToRow(record)),
    JSON.stringify(linesToRows(record)),
    actorKindOf(actor),
    actor.id,
    new Date(order.createdAtMs),
    history.map(({ kind }) => kind),
    history.map(({ from }) => from ?? null),
    history.map(({ to }) => to ?? null),
    history.map(({ paidVia }) => paidVia ?? null),
    history.map(({ gateway }) => gateway ?? null),
    now,
    order.customer?.id ?? null,
  ]);
  return made?.erased ?? false;
}
