import type { StockMovement } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { actorOf } from './movement.ts';

const COLUMNS = `id, shop_id, product_id, variant_id, delta, on_hand, kind, reason, order_id, actor_kind, actor_id, created_at`;

const LIST_OF_SHOP = storeStatement(
  'stock_movement-list-by_shop',
  `select ${COLUMNS} from stock_movement where store_id = $1 and shop_id = $2 and id < $3 order by id desc limit $4`,
);

const LIST_OF_PRODUCT = storeStatement(
  'stock_movement-list-by_product',
  `select ${COLUMNS} from stock_movement
   where store_id = $1 and product_id = $2 and id < $3 and ($5::text is null or shop_id = $5) order by id desc limit $4`,
);

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

/** Movements at a shop before an id, the newest first. */
export async function movementListOfShop(
  db: Queryable,
  storeId: string,
  shopId: string,
  beforeId: number,
  limit: number,
): Promise<StockMovement[]> {
  return (await db.rows<MovementRow>(LIST_OF_SHOP, [storeId, shopId, beforeId, limit])).map(fromRow);
}

/** Movements of a product, at one shop or at all, before an id, the newest first. */
export async function movementListOfProduct(
  db: Queryable,
  storeId: string,
  productId: string,
  beforeId: number,
  limit: number,
  shopId: string | undefined,
): Promise<StockMovement[]> {
  const values = [storeId, productId, beforeId, limit, shopId ?? null];
  return (await db.rows<MovementRow>(LIST_OF_PRODUCT, values)).map(fromRow);
}
