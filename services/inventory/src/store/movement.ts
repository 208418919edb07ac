import { enumName, enumValue, type EnumName } from '@commerce/proto/enum.ts';
import { MovementKind } from '@commerce/proto/commerce/inventory/v1/values.ts';
import { Actor_Kind, type Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import type { StockMovement } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { columnList, type Columns, type Fields, fromColumns } from '@commerce/service-kit/db/columns.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { TimePartitions, type TimeTable } from '@commerce/service-kit/db/time-partitions.ts';
import type { Cause, MovementKindName } from '../domain/movement.ts';
import { Prisma as Schema, type StockMovement as MovementRow } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** Partitioned by the month of the movement. */
const STOCK_MOVEMENT: TimeTable = {
  name: 'stock_movement',
  archiveKey: 'created_at',
  lowerBound: (first) => `${first} 00:00:00+00`,
};

/** The partitions of the ledger. */
export const movementPartitions = (db: Database): TimePartitions =>
  new TimePartitions(db, 'month', [STOCK_MOVEMENT]);

/** Columns of `stock_movement` that a cause fills, in the order of `causeValues`. */
export const CAUSE_COLUMNS = 'kind, reason, order_id, actor_kind, actor_id, created_at';

/** Values of `CAUSE_COLUMNS`; null without a cause. */
export const causeValues = (cause: Cause | undefined): unknown[] => [
  cause?.kind ?? null,
  cause?.reason ?? null,
  cause?.orderId ?? null,
  cause ? enumName(Actor_Kind, cause.actor.kind) : null,
  cause?.actor.id ?? null,
  cause ? new Date(cause.atMs) : null,
];

/** Selection of movements. */
export interface MovementFilter {
  kinds: MovementKindName[];
  /** Only at this instant or later. */
  sinceMs?: number | undefined;
  /** Only before this instant. */
  untilMs?: number | undefined;
}

// Kind by kind, so that those not requested cost nothing.
const LIST_BY_SHOP = storeStatement(
  'stock_movement-list-by_shop',
  `select m.* from unnest($3::text[]) as k (requested) cross join lateral (
     select ${columnList(Schema.StockMovementScalarFieldEnum)} from stock_movement m
     where m.store_id = $1 and m.shop_id = $2 and m.kind = k.requested
       and (m.created_at, m.id) < ($4::timestamptz, $5::bigint) and m.created_at >= $6::timestamptz
     order by m.created_at desc, m.id desc limit $7
   ) m order by created_at desc, id desc limit $7`,
);

/** A page of movements at a shop. */
export interface ShopMovementsPage {
  shopId: string;
  filter: MovementFilter;
  /** The instant and id of the last movement of the previous page. */
  before: readonly [number, number] | undefined;
  limit: number;
}

/** Lists the movements at a shop, the newest first. */
export async function movementListByShop(
  db: Queryable,
  storeId: string,
  { shopId, filter, before, limit }: ShopMovementsPage,
): Promise<StockMovement[]> {
  // Ids begin at 1: none is smaller at the first instant that is excluded.
  const end = before === undefined ? [until(filter), 0] : [new Date(before[0]), before[1]];
  const values = [storeId, shopId, filter.kinds, ...end, since(filter), limit];
  return (await db.rows<Columns<MovementRow>>(LIST_BY_SHOP, values)).map((row) =>
    fromRow(fromColumns<MovementRow>(row)),
  );
}

/** A page of movements of a product, of one variant or at one shop where given. */
export interface ProductMovementsPage {
  productId: string;
  variantId?: string | undefined;
  shopId?: string | undefined;
  filter: MovementFilter;
  /** The id of the last movement of the previous page. */
  beforeId: number | undefined;
  limit: number;
}

/** Lists the movements of a product, the newest first. */
export async function movementListByProduct(
  prisma: Prisma,
  storeId: string,
  { beforeId = Number.MAX_SAFE_INTEGER, filter, limit, ...key }: ProductMovementsPage,
): Promise<StockMovement[]> {
  const { kinds, sinceMs, untilMs } = filter;
  const createdAt = {
    ...(sinceMs !== undefined && { gte: new Date(sinceMs) }),
    ...(untilMs !== undefined && { lt: new Date(untilMs) }),
  };
  const rows = await prisma.forStore(storeId).stockMovement.findMany({
    where: { ...key, id: { lt: beforeId }, kind: { in: kinds }, createdAt },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(fromRow);
}

const since = ({ sinceMs }: MovementFilter) => (sinceMs === undefined ? '-infinity' : new Date(sinceMs));
const until = ({ untilMs }: MovementFilter) => (untilMs === undefined ? 'infinity' : new Date(untilMs));

const fromRow = (row: MovementRow | Fields<MovementRow>): StockMovement => ({
  id: Number(row.id),
  shopId: row.shopId,
  productId: row.productId,
  variantId: row.variantId === '' ? undefined : row.variantId,
  delta: row.delta,
  onHand: row.onHand,
  kind: enumValue(MovementKind, row.kind as MovementKindName),
  reason: row.reason ?? undefined,
  orderId: row.orderId ?? undefined,
  actor: actorOf(row.actorKind, row.actorId),
  createdAtMs: row.createdAt.getTime(),
});

/** The actor of a movement; the app is not stored. */
const actorOf = (kind: string, id: string): Actor => ({
  kind: enumValue(Actor_Kind, kind as EnumName<typeof Actor_Kind>),
  id,
  appId: '',
});
