import type { StockMovement } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { actorOf } from './movement.ts';

const COLUMNS = `id, shop_id, product_id, variant_id, delta, on_hand, kind, reason, order_id, actor_kind, actor_id, created_at`;

// Kind by kind, so that those not asked for cost nothing.
const LIST_OF_SHOP = storeStatement(
  'stock_movement-list-by_shop',
  `select ${COLUMNS} from unnest($3::text[]) as k (asked) cross join lateral (
     select * from stock_movement m
     where m.store_id = $1 and m.shop_id = $2 and m.kind = k.asked
       and (m.created_at, m.id) < ($4::timestamptz, $5::bigint) and m.created_at >= $6::timestamptz
     order by m.created_at desc, m.id desc limit $7
   ) m order by created_at desc, id desc limit $7`,
);

const LIST_OF_PRODUCT = storeStatement(
  'stock_movement-list-by_product',
  `select ${COLUMNS} from stock_movement
   where store_id = $1 and product_id = $2 and id < $3 and ($5::text is null or shop_id = $5)
     and ($6::text is null or variant_id = $6) and kind = any($7) and created_at >= $8 and created_at < $9
   order by id desc limit $4`,
);

/** Which movements. */
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

const since = ({ sinceMs }: MovementFilter) => (sinceMs === undefined ? '-infinity' : new Date(sinceMs));
const until = ({ untilMs }: MovementFilter) => (untilMs === undefined ? 'infinity' : new Date(untilMs));

/**
 * Movements at a shop, the newest first.
 * @param before the instant and id of the last movement of the page before
 */
export async function movementListOfShop(
  db: Queryable,
  storeId: string,
  shopId: string,
  filter: MovementFilter,
  before: readonly [number, number] | undefined,
  limit: number,
): Promise<StockMovement[]> {
  // Ids begin at 1: at the first instant that is not asked for, none is smaller.
  const place = before === undefined ? [until(filter), 0] : [new Date(before[0]), before[1]];
  const values = [storeId, shopId, filter.kinds, ...place, since(filter), limit];
  return (await db.rows<MovementRow>(LIST_OF_SHOP, values)).map(fromRow);
}

/** Movements of a product, of one variant or at one shop where given, before an id, the newest first. */
export async function movementListOfProduct(
  db: Queryable,
  storeId: string,
  { productId, variantId, shopId }: { productId: string; variantId?: string; shopId?: string },
  filter: MovementFilter,
  beforeId: number | undefined,
  limit: number,
): Promise<StockMovement[]> {
  const page = [storeId, productId, beforeId ?? Number.MAX_SAFE_INTEGER, limit];
  const which = [shopId ?? null, variantId ?? null, filter.kinds, since(filter), until(filter)];
  return (await db.rows<MovementRow>(LIST_OF_PRODUCT, [...page, ...which])).map(fromRow);
}
