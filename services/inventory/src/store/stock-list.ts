import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { StockLevel } from '../domain/stock.ts';

/** A service has no stock. */
const IS_SHOWN = `not is_draft and not is_deleted and type is distinct from 'service'`;

// What follows the choice of products, with $1 store, $2 shop, and `chosen`, whose products from `first_id` to `last_id` of `page` are
// shown: the stock of all of them by one range of the index, as what is held is shown. Everything is one row, which is there even when
// no product is, so that a page tells whether the shop exists.
const REST = `
   select exists (select from shop where store_id = $1 and id = $2) as shop_found,
     (select json_agg(json_build_array(p.id, p.sku, p.variant_ids, p.variant_skus) order by p.id)
       from chosen c cross join lateral (
         select id, sku, variant_ids, variant_skus from product
         where store_id = $1 and id = c.product_id and ${IS_SHOWN} offset 0
       ) p where c.product_id <= last_id) as products,
     (select json_object_agg(s.product_id || s.variant_id, json_build_array(s.on_hand, s.reserved)) from stock_item s
       where s.store_id = $1 and s.shop_id = $2 and s.is_held
         and s.product_id >= (select first_id from page) and s.product_id <= last_id) as stock,
     exists (select from chosen where product_id > last_id) as has_more, last_id
   from page`;

// Goods that the shop sells, and those that it holds without selling them (what is reserved is on hand). The limit of each branch is
// MAX_PAGE_SIZE and one more, as a constant: with a parameter the planner would estimate a tenth of the table and plan every call again.
const LIST_BY_ID = storeStatement(
  'stock-list-by_id',
  `with chosen as materialized (
     select product_id, row_number() over (order by product_id) as place from (
       select product_id from (
         (select product_id from product_shop where store_id = $1 and shop_id = '' and product_id > $3
           order by product_id limit 101)
         union all
         (select product_id from product_shop where store_id = $1 and shop_id = $2 and product_id > $3
           order by product_id limit 101)
         union all
         (select distinct product_id from stock_item
           where store_id = $1 and shop_id = $2 and is_held and product_id > $3 order by product_id limit 101)
       ) shown group by product_id order by product_id limit $4 + 1
     ) candidate
   ), page as materialized (
     select min(product_id) as first_id, max(product_id) as last_id from chosen where place <= $4
   )${REST}`,
);

const LIST_BY_PRODUCT = storeStatement(
  'stock-list-by_product',
  `with chosen as materialized (
     select $3::text as product_id
     where exists (select from product_shop s where s.store_id = $1 and s.product_id = $3 and s.shop_id in ('', $2))
       or exists (select from stock_item s where s.store_id = $1 and s.shop_id = $2 and s.product_id = $3 and s.is_held)
   ), page as materialized (
     select min(product_id) as first_id, max(product_id) as last_id from chosen
   )${REST}`,
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
];

/** What a shop holds, by the product's id with the variant's behind it; of a product without variants by its id. */
type Stock = Record<string, [onHand: number, reserved: number]>;

interface PageRow {
  shop_found: boolean;
  products: ProductRow[] | null;
  stock: Stock | null;
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
  const { shop_found, products, stock, has_more, last_id } = row!;
  return {
    shopFound: shop_found,
    levels: (products ?? []).flatMap((product) => levelsFromRow(product, stock ?? {})),
    nextAfterId: has_more ? (last_id ?? undefined) : undefined,
  };
}

const NEVER_STOCKED = [0, 0] as const;

/** A product without variants has one row without a variant. */
function levelsFromRow([productId, sku, variantIds, variantSkus]: ProductRow, stock: Stock): StockLevel[] {
  const levelOf = (variantId: string | undefined, ownSku: string | null | undefined): StockLevel => {
    const [onHand, reserved] = stock[productId + (variantId ?? '')] ?? NEVER_STOCKED;
    return { productId, variantId, sku: ownSku ?? undefined, onHand, reserved };
  };
  if (variantIds.length === 0) return [levelOf(undefined, sku)];
  return variantIds.map((variantId, place) => levelOf(variantId, variantSkus[place]));
}
