import { Actor_Kind, type Actor } from '@commerce/proto/commerce/common/v1/context.ts';
import type { StockMovement } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Cause } from '../domain/movement.ts';

const ACTOR_KINDS: [Actor['kind'], string][] = [
  [Actor_Kind.SYSTEM, 'system'],
  [Actor_Kind.INSTALLATION, 'installation'],
  [Actor_Kind.PERSON, 'person'],
];

/** Columns of `stock_movement` that a cause fills, in the order of `causeValues`. */
export const CAUSE_COLUMNS = 'kind, reason, order_id, actor_kind, actor_id, created_at';

/** Values of `CAUSE_COLUMNS`. */
export const causeValues = ({ kind, reason, orderId, actor, atMs }: Cause): unknown[] => [
  kind,
  reason ?? null,
  orderId ?? null,
  ACTOR_KINDS.find(([actorKind]) => actorKind === actor.kind)?.[1] ?? 'system',
  actor.id,
  new Date(atMs),
];

/** Selection of movements. */
export interface MovementFilter {
  kinds: string[];
  /** Only at this instant or later. */
  sinceMs?: number | undefined;
  /** Only before this instant. */
  untilMs?: number | undefined;
}

interface MovementRow {
  id: number;
  shop_id: string;
  product_id: string;
  variant_id: string;
  delta: number;
  on_hand: number;
  kind: string;
  reason: string | null;
  order_id: string | null;
  actor_kind: string;
  actor_id: string;
  created_at: Date;
}

const COLUMNS = `id, shop_id, product_id, variant_id, delta, on_hand, kind, reason, order_id, actor_kind, actor_id, created_at`;

// Kind by kind, so that those not requested cost nothing.
const LIST_BY_SHOP = storeStatement(
  'stock_movement-list-by_shop',
  `select ${COLUMNS} from unnest($3::text[]) as k (requested) cross join lateral (
     select * from stock_movement m
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
  return (await db.rows<MovementRow>(LIST_BY_SHOP, values)).map(fromRow);
}

const LIST_BY_PRODUCT = storeStatement(
  'stock_movement-list-by_product',
  `select ${COLUMNS} from stock_movement
   where store_id = $1 and product_id = $2 and id < $3 and ($5::text is null or shop_id = $5)
     and ($6::text is null or variant_id = $6) and kind = any($7) and created_at >= $8 and created_at < $9
   order by id desc limit $4`,
);

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
  db: Queryable,
  storeId: string,
  { productId, variantId, shopId, filter, beforeId, limit }: ProductMovementsPage,
): Promise<StockMovement[]> {
  const page = [storeId, productId, beforeId ?? Number.MAX_SAFE_INTEGER, limit];
  const conditions = [shopId ?? null, variantId ?? null, filter.kinds, since(filter), until(filter)];
  return (await db.rows<MovementRow>(LIST_BY_PRODUCT, [...page, ...conditions])).map(fromRow);
}

const since = ({ sinceMs }: MovementFilter) => (sinceMs === undefined ? '-infinity' : new Date(sinceMs));
const until = ({ untilMs }: MovementFilter) => (untilMs === undefined ? 'infinity' : new Date(untilMs));

const fromRow = (row: MovementRow): StockMovement => ({
  id: row.id,
  shopId: row.shop_id,
  productId: row.product_id,
  variantId: row.variant_id === '' ? undefined : row.variant_id,
  delta: row.delta,
  onHand: row.on_hand,
  kind: row.kind,
  reason: row.reason ?? undefined,
  orderId: row.order_id ?? undefined,
  actor: actorOf(row.actor_kind, row.actor_id),
  createdAtMs: row.created_at.getTime(),
});

/** The actor of a movement; the app is not stored. */
const actorOf = (kind: string, id: string): Actor => ({
  kind: ACTOR_KINDS.find(([, name]) => name === kind)?.[0] ?? Actor_Kind.SYSTEM,
  id,
  appId: '',
});
