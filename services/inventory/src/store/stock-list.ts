import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { StockLevel } from '../domain/stock.ts';

// What follows the choice of products, with $1 store and $2 shop. Everything is one row, which is there even when no
// product is, so that a page tells whether the shop exists. A product without variants has one row without a variant, and
// one that was never stocked at the shop has none of it.
const REST = `
   select exists (select from shop where store_id = $1 and id = $2) as shop_found,
     (select json_agg(l.levels order by p.id) from page p cross join lateral (
       select json_agg(json_build_array(p.id, v.id, case when v.id is null then p.sku else v.sku end,
         coalesce(s.on_hand, 0), coalesce(s.reserved, 0)) order by v.place) as levels
       from (select) one
       left join unnest(p.variant_ids, p.variant_skus) with ordinality as v (id, sku, place) on true
       left join stock_item s on s.store_id = $1 and s.shop_id = $2 and s.product_id = p.id and s.variant_id = coalesce(v.id, '')
     ) l) as products`;

// The inner limit is MAX_PAGE_SIZE and one more, written out: with a parameter the planner would take it for a tenth of
// the table and plan every call anew.
const LIST_BY_ID = storeStatement(
  'stock-list-by_id',
  `with candidate as materialized (
     select id, sku, variant_ids, variant_skus from product
     where store_id = $1 and id > $3 and not is_draft and not is_deleted order by id limit 101
   ), page as (
     select * from candidate order by id limit $4
   )${REST},
     (select count(*) from candidate) > $4 as has_more, (select max(id) from page) as last_id`,
);

const LIST_BY_PRODUCT = storeStatement(
  'stock-list-by_product',
  `with page as (
     select id, sku, variant_ids, variant_skus from product
     where store_id = $1 and id = $3 and not is_draft and not is_deleted
   )${REST}, false as has_more, null as last_id`,
);

/** A page of stock at a shop. */
export interface StockPage {
  /** Whether the shop is the store's; when not, the rest says nothing. */
  shopFound: boolean;
  /** By product id, then by the variant's position. */
  levels: StockLevel[];
  /** The page's last product, when more follow. */
  nextAfterId?: string | undefined;
}

type LevelRow = [
  productId: string,
  variantId: string | null,
  sku: string | null,
  onHand: number,
  reserved: number,
];

interface PageRow {
  shop_found: boolean;
  products: LevelRow[][] | null;
  has_more: boolean;
  last_id: string | null;
}

/** Stock of the listed products after an id, up to `limit` of them (at most MAX_PAGE_SIZE). */
export async function stockListPage(
  db: Queryable,
  storeId: string,
  shopId: string,
  afterId: string,
  limit: number,
): Promise<StockPage> {
  return toPage(await db.rows<PageRow>(LIST_BY_ID, [storeId, shopId, afterId, limit]));
}

/** Stock of one product; nothing when it is not listed. */
export async function stockListByProduct(
  db: Queryable,
  storeId: string,
  shopId: string,
  productId: string,
): Promise<StockPage> {
  return toPage(await db.rows<PageRow>(LIST_BY_PRODUCT, [storeId, shopId, productId]));
}

function toPage([row]: PageRow[]): StockPage {
  const { shop_found, products, has_more, last_id } = row!;
  return {
    shopFound: shop_found,
    levels: (products ?? []).flat().map(levelFromRow),
    nextAfterId: has_more ? (last_id ?? undefined) : undefined,
  };
}

function levelFromRow([productId, variantId, sku, onHand, reserved]: LevelRow): StockLevel {
  return { productId, variantId: variantId ?? undefined, sku: sku ?? undefined, onHand, reserved };
}
