import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import {
  openPrisma,
  productSaveMany,
  reservationInsertMany,
  shopSaveMany,
  stockItemInsertMany,
  type ProductRecord,
  type StockItemRecord,
} from '../../src/seed.ts';

/** A product without variants. */
export const product = (productId: string, fields: Partial<ProductRecord> = {}): ProductRecord => ({
  productId,
  sku: null,
  type: 'simple',
  variants: [],
  shopIds: [],
  draft: false,
  version: 1,
  ...fields,
});

/** Stock of a product or variant at the first shop. */
export const item = (
  productId: string,
  variantId: string | null,
  onHand: number,
  reserved = 0,
): StockItemRecord => ({ shopId: 'shp_1', productId, variantId, onHand, reserved });

let stores = 0;

/** Adds a store with two shops; the order `ord_held` has what is reserved. */
export async function newStore(
  db: Database,
  products: ProductRecord[] = [],
  items: StockItemRecord[] = [],
): Promise<string> {
  const storeId = `sto_${++stores}`;
  await shopSaveMany(openPrisma(db), storeId, ['shp_1', 'shp_2']);
  await productSaveMany(db, storeId, products);
  await stockItemInsertMany(db, storeId, items);
  const lines = items.flatMap(({ reserved, ...key }) =>
    reserved > 0 ? [{ ...key, quantity: reserved }] : [],
  );
  await reservationInsertMany(db, storeId, [{ orderId: 'ord_held', state: 'reserved', lines }]);
  return storeId;
}

/** Stock in the database: on hand and reserved by `shop/product/variant`. */
export async function stockOf(db: Database, storeId: string): Promise<Record<string, [number, number]>> {
  const { rows } = await db.pool.query<{ key: string; on_hand: number; reserved: number }>(
    `select concat_ws('/', shop_id, product_id, nullif(variant_id, '')) as key, on_hand, reserved
     from stock_item where store_id = $1 order by 1`,
    [storeId],
  );
  return Object.fromEntries(rows.map(({ key, on_hand, reserved }) => [key, [on_hand, reserved]]));
}

/** Stock items that do not match the ledger or the reservations: on_hand is the sum of the deltas, reserved that of reserved lines. */
export async function inconsistencies(db: Database): Promise<unknown[]> {
  const { rows } = await db.pool.query(`
    select * from (select store_id, shop_id, product_id, variant_id, on_hand, reserved from stock_item) s
    full join (
      select store_id, shop_id, product_id, variant_id, sum(delta) as moved,
        (array_agg(on_hand order by id desc))[1] as last_on_hand
      from stock_movement group by 1, 2, 3, 4
    ) m using (store_id, shop_id, product_id, variant_id)
    full join (
      select store_id, shop_id, product_id, variant_id, sum(quantity) as held
      from reservation_line join reservation using (store_id, order_id) where state = 'reserved' group by 1, 2, 3, 4
    ) l using (store_id, shop_id, product_id, variant_id)
    where coalesce(on_hand, 0) <> coalesce(moved, 0) or coalesce(on_hand, 0) <> coalesce(last_on_hand, 0)
      or coalesce(reserved, 0) <> coalesce(held, 0)`);
  return rows;
}

/** Takes all events from the outbox and returns those of a store, in order. */
export async function publishedStock(db: Database, storeId: string) {
  const events = (await drainOutbox(db)).filter((event) => event.storeId === storeId);
  return events.map(({ type, subjectId, actor, payload }) => ({
    type,
    subjectId,
    actor,
    ...StockChanged.decode(payload),
  }));
}
