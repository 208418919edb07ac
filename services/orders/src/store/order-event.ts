import { enumName, enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { Actor_Kind, type Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import type { OrderHistoryEntry, ReturnedItem } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { HistoryEntryKind, PaidVia, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import {
  columnList,
  fromColumns,
  toColumns,
  type Columns,
  type Fields,
} from '@commerce/service-kit/db/columns.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { TimePartitions, type TimeTable } from '@commerce/service-kit/db/time-partitions.ts';
import { idStartAt } from '@commerce/service-kit/ids.ts';
import type { HistoryEntry } from '../domain/order-change.ts';
import type { GatewayName, PaidViaName } from '../domain/payment.ts';
import { Prisma as Schema, type OrderEvent } from '../generated/prisma/client.ts';
import type { NewOrderRecord } from './order-insert.ts';
import type { Prisma } from './prisma.ts';

/** Partitioned by the month of the order, with which its id begins. */
const ORDER_EVENT: TimeTable = {
  name: 'order_event',
  references: '"order"',
  archiveKey: 'order_id',
  lowerBound: (first) => idStartAt('ord', Date.parse(first)),
};

/** The partitions of the histories. */
export const historyPartitions = (db: Database): TimePartitions =>
  new TimePartitions(db, 'month', [ORDER_EVENT]);

/** Appends entries to the history of an order. */
export const APPEND = storeStatement(
  'order_event-append',
  `insert into order_event (store_id, order_id, position, kind, from_value, to_value, paid_via, gateway, amount_centavos, notes, returned, actor_kind, actor_id, at)
   select $1, $2, (select coalesce(max(position), 0) from order_event where store_id = $1 and order_id = $2) + r.index,
     r.kind, r.from_value, r.to_value, r.paid_via, r.gateway, r.amount_centavos, r.notes, r.returned, $3, $4, $5
   from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::jsonb[]) with ordinality
     as r (kind, from_value, to_value, paid_via, gateway, notes, amount_centavos, returned, index)`,
);

/** The order, actor and time of entries that are appended together. */
interface EntryOrigin {
  storeId: string;
  orderId: string;
  actor: Actor;
  at: Date;
}

/** Appends to the history of an order whose row this transaction has locked. */
export async function orderEventAppend(
  tx: Queryable,
  { storeId, orderId, actor, at }: EntryOrigin,
  entries: HistoryEntry[],
): Promise<void> {
  await tx.rows(APPEND, [
    storeId,
    orderId,
    enumName(Actor_Kind, actor.kind),
    actor.id,
    at,
    entries.map(({ kind }) => kind),
    entries.map(({ from }) => from ?? null),
    entries.map(({ to }) => to ?? null),
    entries.map(({ paidVia }) => paidVia ?? null),
    entries.map(({ gateway }) => gateway ?? null),
    entries.map(({ notes }) => notes ?? null),
    entries.map(({ amountCentavos }) => amountCentavos ?? null),
    entries.map(({ returned }) => (returned === undefined ? null : JSON.stringify(returned))),
  ]);
}

/** The rows of the first entries of a new order. */
export const historyToRows = ({ record, history, actor }: NewOrderRecord): object[] =>
  history.map((entry, index) => {
    const row: Fields<Omit<OrderEvent, 'returned'>> = {
      storeId: record.storeId,
      orderId: record.order.id,
      position: index + 1,
      kind: entry.kind,
      fromValue: entry.from ?? null,
      toValue: entry.to ?? null,
      paidVia: entry.paidVia ?? null,
      notes: entry.notes ?? null,
      actorKind: enumName(Actor_Kind, actor.kind),
      actorId: actor.id,
      at: new Date(record.order.createdAtMs),
      gateway: entry.gateway ?? null,
      amountCentavos: entry.amountCentavos ?? null,
    };
    return toColumns(row);
  });

const CLEAR_NOTES = storeStatement(
  'order_event-clear-notes',
  `with archived as (
     update archive.order_event set notes = null where store_id = $1 and order_id = $2 and notes is not null
   )
   update order_event set notes = null where store_id = $1 and order_id = $2 and notes is not null`,
);

/** Removes the notes from the history of an order, archived or not. */
export async function orderEventClearNotes(tx: Queryable, storeId: string, orderId: string): Promise<void> {
  await tx.rows(CLEAR_NOTES, [storeId, orderId]);
}

/** Lists the history of an order after a position, oldest entry first, each with its position. */
export async function orderEventList(
  prisma: Prisma,
  storeId: string,
  orderId: string,
  after: number,
  limit: number,
): Promise<(OrderHistoryEntry & { position: number })[]> {
  const rows = await prisma.forStore(storeId).orderEvent.findMany({
    where: { orderId, position: { gt: after } },
    orderBy: { position: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({ position: row.position, ...entryOf(row) }));
}

const EVENT = columnList(Schema.OrderEventScalarFieldEnum);

/** When a history has been archived, its positions begin again at 1. */
const LIST_BY_ORDERS = storeStatement(
  'order_event-list-by_orders',
  `select ${EVENT}, 0 as part from archive.order_event where store_id = $1 and order_id = any($2)
   union all
   select ${EVENT}, 1 from order_event where store_id = $1 and order_id = any($2)
   order by part, position`,
);

/** Lists the whole histories of orders, archived ones included, by the order's id, oldest entry first. */
export async function orderEventListByOrders(
  db: Queryable,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, OrderHistoryEntry[]>> {
  const rows = await db.rows<Columns<OrderEvent>>(LIST_BY_ORDERS, [storeId, orderIds]);
  const events = rows.map((row) => fromColumns<OrderEvent>(row));
  const byOrder = Map.groupBy(events, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([orderId, own]) => [orderId, own.map(entryOf)]));
}

const entryOf = (row: OrderEvent | Fields<OrderEvent>): OrderHistoryEntry => ({
  kind: enumValue(HistoryEntryKind, row.kind as HistoryEntry['kind']),
  from: row.fromValue ?? undefined,
  to: row.toValue ?? undefined,
  paidVia: row.paidVia === null ? undefined : enumValue(PaidVia, row.paidVia as PaidViaName),
  gateway: row.gateway === null ? undefined : enumValue(PaymentGateway, row.gateway as GatewayName),
  amountCentavos: row.amountCentavos === null ? undefined : Number(row.amountCentavos),
  returned: (row.returned as unknown as ReturnedItem[] | null) ?? [],
  notes: row.notes ?? undefined,
  actorKind: enumValue(Actor_Kind, row.actorKind as EnumName<typeof Actor_Kind>),
  actorId: row.actorId,
  atMs: row.at.getTime(),
});
