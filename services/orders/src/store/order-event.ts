import { Actor_Kind, type Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import type { OrderHistoryEntry } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { HistoryEntry } from '../domain/order-change.ts';
import type { Prisma } from './prisma.ts';

/** Adds entries after the last one of an order. */
export const APPEND = storeStatement(
  'order_event-append',
  `insert into order_event (store_id, order_id, position, kind, from_value, to_value, paid_via, gateway, notes, actor_kind, actor_id, at)
   select $1, $2, (select coalesce(max(position), 0) from order_event where store_id = $1 and order_id = $2) + r.place,
     r.kind, r.from_value, r.to_value, r.paid_via, r.gateway, r.notes, $3, $4, $5
   from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[]) with ordinality
     as r (kind, from_value, to_value, paid_via, gateway, notes, place)`,
);

const LIST_OF_MANY = storeStatement(
  'order_event-list-by_orders',
  `select order_id as "orderId", kind, from_value as "from", to_value as "to", paid_via as "paidVia", notes,
     actor_kind as "actorKind", actor_id as "actorId", at
   from order_event where store_id = $1 and order_id = any($2) order by order_id, position`,
);

// What can be told of orders that come from elsewhere: as the migration tells of those that were there before it.
const IMPORT = storeStatement(
  'order_event-insert-imported',
  `insert into order_event (store_id, order_id, position, kind, from_value, to_value, actor_kind, actor_id, at)
   select store_id, id, 1, 'created', null, case when source = 'pos' then 'delivered' else 'pending' end, 'system', '', created_at
   from "order" where store_id = $1 and id = any($2)
   union all
   select store_id, id, 2, 'status', 'pending', status, 'system', '', updated_at
   from "order" where store_id = $1 and id = any($2) and source <> 'pos' and status <> 'pending'
   on conflict do nothing`,
);

const ACTOR_KINDS: Readonly<Partial<Record<Actor_Kind, string>>> = {
  [Actor_Kind.INSTALLATION]: 'installation',
  [Actor_Kind.PERSON]: 'person',
};

/** What the history calls the kind of an actor. */
export const actorKindOf = ({ kind }: Actor): string => ACTOR_KINDS[kind] ?? 'system';

/** Adds to the history of an order whose row this transaction has locked or made. */
export async function orderEventAppend(
  tx: Queryable,
  storeId: string,
  orderId: string,
  actor: Actor,
  at: Date,
  entries: HistoryEntry[],
): Promise<void> {
  await tx.rows(APPEND, [
    storeId,
    orderId,
    actorKindOf(actor),
    actor.id,
    at,
    entries.map(({ kind }) => kind),
    entries.map(({ from }) => from ?? null),
    entries.map(({ to }) => to ?? null),
    entries.map(({ paidVia }) => paidVia ?? null),
    entries.map(({ gateway }) => gateway ?? null),
    entries.map(({ notes }) => notes ?? null),
  ]);
}

/** Begins the history of orders that come from elsewhere. */
export async function orderEventImport(db: Queryable, storeId: string, orderIds: string[]): Promise<void> {
  await db.rows(IMPORT, [storeId, orderIds]);
}

/** The whole histories of orders, by the order's id, oldest entry first. */
export async function orderEventListOfMany(
  db: Queryable,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, OrderHistoryEntry[]>> {
  const rows = await db.rows<OrderHistoryEntry & { orderId: string; at: Date }>(LIST_OF_MANY, [
    storeId,
    orderIds,
  ]);
  const entries = rows.map(({ at, ...entry }) => ({ ...entry, atMs: at.getTime() }));
  return Map.groupBy(entries, ({ orderId }) => orderId);
}

/** The history of an order after a position, oldest first, each entry with its position. */
export async function orderEventList(
  prisma: Prisma,
  storeId: string,
  orderId: string,
  after: number,
  limit: number,
): Promise<(OrderHistoryEntry & { position: number })[]> {
  const rows = await prisma.orderEvent.findMany({
    where: { storeId, orderId, position: { gt: after } },
    orderBy: { position: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({
    position: row.position,
    kind: row.kind,
    from: row.fromValue ?? undefined,
    to: row.toValue ?? undefined,
    paidVia: row.paidVia ?? undefined,
    gateway: row.gateway ?? undefined,
    notes: row.notes ?? undefined,
    actorKind: row.actorKind,
    actorId: row.actorId,
    atMs: row.at.getTime(),
  }));
}
