import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import {
  getPageVersions,
  pageVersion,
  pageVersionsStatement,
} from '@commerce/service-kit/db/page-version.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { StockLevel } from '../domain/stock.ts';
import type { StockKey } from '../domain/stock-key.ts';
import { keyColumns } from './stock-item.ts';

/** Number of the message of a stock row. */
const ENCODING = 1;

const GET_VERSIONS = pageVersionsStatement(
  'page_version-batch-by_store',
  pageVersion('s.store_id', ENCODING),
);

// A service has no stock.
const IS_LISTED = `not is_draft and not is_deleted and type <> 'service'`;

// The end of both statements, with $1 the store, $2 the shop, and `chosen`, whose products from `first_id` to `last_id` of `page` are
// listed. It reads the stock of all of them by one range of the index. The result is always one row, so that an empty page says
// whether the shop exists.
const REST = `
   select exists (select from shop where store_id = $1 and id = $2) as shop_found,
     (select json_agg(json_build_array(p.id, p.sku, p.variant_ids, p.variant_skus) order by p.id)
       from chosen c cross join lateral (
         select id, sku, variant_ids, variant_skus from product
         where store_id = $1 and id = c.product_id and ${IS_LISTED} offset 0
       ) p where c.product_id <= last_id) as products,
     (select json_object_agg(s.product_id || s.variant_id, json_build_array(s.on_hand, s.reserved)) from stock_item s
       where s.store_id = $1 and s.shop_id = $2 and s.is_held
         and s.product_id >= (select first_id from page) and s.product_id <= last_id) as stock,
     exists (select from chosen where product_id > last_id) as has_more, last_id, ${pageVersion('$1', ENCODING)} as version
   from page`;

// Products that the shop sells, and those that it holds without selling them (reserved units are on hand). The limit of each branch
// is MAX_PAGE_SIZE + 1, as a constant: with a parameter the planner would estimate a tenth of the table and plan every call again.
const LIST_BY_ID = storeStatement(
  'stock_item-list-by_page',
  `with chosen as materialized (
     select product_id, row_number() over (order by product_id) as position from (
       select product_id from (
         (select product_id from product_shop where store_id = $1 and shop_id = '' and product_id > $3
           order by product_id limit 101)
         union all
         (select product_id from product_shop where store_id = $1 and shop_id = $2 and product_id > $3
           order by product_id limit 101)
         union all
         (select distinct product_id from stock_item
           where store_id = $1 and shop_id = $2 and is_held and product_id > $3 order by product_id limit 101)
       ) listed group by product_id order by product_id limit $4 + 1
     ) candidate
   ), page as materialized (
     select min(product_id) as first_id, max(product_id) as last_id from chosen where position <= $4
   )${REST}`,
);

const LIST_BY_PRODUCT = storeStatement(
  'stock_item-list-by_product',
  `with chosen as materialized (
     select $3::text as product_id
     where exists (select from product_shop s where s.store_id = $1 and s.product_id = $3 and s.shop_id in ('', $2))
       or exists (select from stock_item s where s.store_id = $1 and s.shop_id = $2 and s.product_id = $3 and s.is_held)
   ), page as materialized (
     select min(product_id) as first_id, max(product_id) as last_id from chosen
   )${REST}`,
);

/** Gets the current versions of the stock pages of stores, in their order. */
export const stockVersions = (db: Database, storeIds: string[]): Promise<string[]> =>
  getPageVersions(db, GET_VERSIONS, storeIds);

/** A page of stock at a shop. */
export interface StockPage {
  /** False when the store has no such shop; then the rest is meaningless. */
  shopFound: boolean;
  /** By product id, then by the variant's position. */
  levels: StockLevel[];
  /** The page's last product, when more follow. */
  nextAfterId?: string | undefined;
  /** Version of the store's stock pages. */
  version: string;
}

type ProductRow = [
  productId: string,
  sku: string | null,
  variantIds: string[],
  variantSkus: (string | null)[],
];

/** Stock of a shop, by product id followed by the variant id, which is empty for a product without variants. */
type Stock = Record<string, [onHand: number, reserved: number]>;

interface PageRow {
  shop_found: boolean;
  products: ProductRow[] | null;
  stock: Stock | null;
  has_more: boolean;
  last_id: string | null;
  version: string;
}

/** Lists the stock of the products that the shop sells or holds, after an id, up to `limit` products (at most MAX_PAGE_SIZE). */
export async function stockItemListPage(
  db: Queryable,
  storeId: string,
  shopId: string,
  afterId: string,
  limit: number,
): Promise<StockPage> {
  return toPage(await db.rows<PageRow>(LIST_BY_ID, [storeId, shopId, afterId, limit]));
}

/** Lists the stock of one product; empty when it is not listed, or neither sold nor held at the shop. */
export async function stockItemListByProduct(
  db: Queryable,
  storeId: string,
  shopId: string,
  productId: string,
): Promise<StockPage> {
  return toPage(await db.rows<PageRow>(LIST_BY_PRODUCT, [storeId, shopId, productId]));
}

function toPage([row]: PageRow[]): StockPage {
  const { shop_found, products, stock, has_more, last_id, version } = row!;
  return {
    shopFound: shop_found,
    levels: (products ?? []).flatMap((product) => levelsFromRow(product, stock ?? {})),
    nextAfterId: has_more ? (last_id ?? undefined) : undefined,
    version,
  };
}

const NEVER_STOCKED = [0, 0] as const;

/** Presents a product: one level per variant, or one without a variant. */
function levelsFromRow([productId, sku, variantIds, variantSkus]: ProductRow, stock: Stock): StockLevel[] {
  const levelOf = (variantId: string | undefined, ownSku: string | null | undefined): StockLevel => {
    const [onHand, reserved] = stock[productId + (variantId ?? '')] ?? NEVER_STOCKED;
    return { productId, variantId, sku: ownSku ?? undefined, onHand, reserved };
  };
  if (variantIds.length === 0) return [levelOf(undefined, sku)];
  return variantIds.map((variantId, index) => levelOf(variantId, variantSkus[index]));
}

// Keys of several stores: each names its own.
const BATCH = statement(
  'stock_item-batch-by_key',
  `select k.position, case when k.variant_id = '' then p.sku else p.variant_skus[array_position(p.variant_ids, k.variant_id)] end as sku,
     coalesce(s.on_hand, 0) as "onHand", coalesce(s.reserved, 0) as reserved
   from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as k (store_id, shop_id, product_id, variant_id, position)
   join shop h on h.store_id = k.store_id and h.id = k.shop_id
   join product p on p.store_id = k.store_id and p.id = k.product_id and not p.is_draft and not p.is_deleted
     and case when k.variant_id = '' then cardinality(p.variant_ids) = 0 else k.variant_id = any(p.variant_ids) end
   left join stock_item s on s.store_id = k.store_id and s.shop_id = k.shop_id and s.product_id = k.product_id
     and s.variant_id = k.variant_id`,
);

/** A stock key with its store. */
export interface StoreStockKey extends StockKey {
  storeId: string;
}

/** The stock of keys of any stores, in their order; undefined where shop, product or variant is unknown or not public. */
export async function stockItemBatch(
  db: Queryable,
  keys: StoreStockKey[],
): Promise<(Pick<StockLevel, 'sku' | 'onHand' | 'reserved'> | undefined)[]> {
  const rows = await db.rows<{ position: number; sku: string | null; onHand: number; reserved: number }>(
    BATCH,
    [keys.map(({ storeId }) => storeId), ...keyColumns(keys)],
  );
  const levels: (Pick<StockLevel, 'sku' | 'onHand' | 'reserved'> | undefined)[] = keys.map(() => undefined);
  for (const { position, sku, onHand, reserved } of rows)
    levels[position - 1] = { sku: sku ?? undefined, onHand, reserved };
  return levels;
}
