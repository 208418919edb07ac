import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { StockLevel } from '../domain/stock.ts';

// What follows the choice of products, with $1 store and $2 shop: one look into the stock for each product, not for each variant.
// Everything is one row, which is there even when no product is, so that a page tells whether the shop exists.
const REST = `
   select exists (select from shop where store_id = $1 and id = $2) as shop_found,
     (select json_agg(json_build_array(p.id, p.sku, p.variant_ids, p.variant_skus, (
         select json_object_agg(s.variant_id, json_build_array(s.on_hand, s.reserved)) from stock_item s
         where s.store_id = $1 and s.shop_id = $2 and s.product_id = p.id)) order by p.id) from page p) as products`;

/** A service has no stock. */
const IS_SHOWN = `not is_draft and not is_deleted and type is distinct from 'service'`;

// Goods that the shop sells, and those that it holds without selling them (what is reserved is on hand). The inner limit is MAX_PAGE_SIZE and one more, written out: with a parameter the planner would take it for a tenth of
// the table and plan every call anew.
const LIST_BY_ID = storeStatement(
  'stock-list-by_id',
  `with candidate as materialized (
     select product_id from (
       (select product_id from product_shop where store_id = $1 and shop_id = '' and product_id > $3
         order by product_id limit 101)
       union all
       (select product_id from product_shop where store_id = $1 and shop_id = $2 and product_id > $3
         order by product_id limit 101)
       union all
       (select distinct product_id from stock_item
         where store_id = $1 and shop_id = $2 and is_held and product_id > $3 order by product_id limit 101)
     ) shown group by product_id order by product_id limit 101
   ), chosen as materialized (
     select product_id from candidate order by product_id limit $4
   ), page as (
     select p.* from chosen c cross join lateral (
       select id, sku, variant_ids, variant_skus from product
       where store_id = $1 and id = c.product_id and ${IS_SHOWN} offset 0
     ) p
   )${REST},
     (select count(*) from candidate) > $4 as has_more, (select max(product_id) from chosen) as last_id`,
);

const LIST_BY_PRODUCT = storeStatement(
  'stock-list-by_product',
  `with page as (
     select id, sku, variant_ids, variant_skus from product
     where store_id = $1 and id = $3 and ${IS_SHOWN} and (
       exists (select from product_shop s where s.store_id = $1 and s.product_id = $3 and s.shop_id in ('', $2))
       or exists (select from stock_item s where s.store_id = $1 and s.shop_id = $2 and s.product_id = $3 and s.is_held))
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

type ProductRow = [
  productId: string,
  sku: string | null,
  variantIds: string[],
  variantSkus: (string | null)[],
  /** By variant id, which is empty for a product without variants. */
  stocked: Record<string, [onHand: number, reserved: number]> | null,
];

interface PageRow {
  shop_found: boolean;
  products: ProductRow[] | null;
  has_more: boolean;
  last_id: string | null;
}

/** Stock of the goods that the shop sells or holds, after an id, up to `limit` products (at most MAX_PAGE_SIZE). */
export async function stockListPage(
  db: Queryable,
  storeId: string,
  shopId: string,
  afterId: string,
  limit: number,
): Promise<StockPage> {
  return toPage(await db.rows<PageRow>(LIST_BY_ID, [storeId, shopId, afterId, limit]));
}

/** Stock of one product; nothing when it is not listed, or neither sold nor held at the shop. */
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
    levels: (products ?? []).flatMap(levelsFromRow),
    nextAfterId: has_more ? (last_id ?? undefined) : undefined,
  };
}

const NEVER_STOCKED = [0, 0] as const;

/** A product without variants has one row without a variant; what was never stocked at the shop, it has none of. */
function levelsFromRow([productId, sku, variantIds, variantSkus, stocked]: ProductRow): StockLevel[] {
  const levelOf = (variantId: string | undefined, ownSku: string | null | undefined): StockLevel => {
    const [onHand, reserved] = stocked?.[variantId ?? ''] ?? NEVER_STOCKED;
    return { productId, variantId, sku: ownSku ?? undefined, onHand, reserved };
  };
  if (variantIds.length === 0) return [levelOf(undefined, sku)];
  return variantIds.map((variantId, place) => levelOf(variantId, variantSkus[place]));
}
