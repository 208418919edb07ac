import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { PriceList } from '../domain/engine/price-list.ts';
import type { Promotion } from '../domain/engine/promotion.ts';
import type { PricedProduct } from '../domain/engine/resolve.ts';
import { listsFromRows, productFromRow, promotionFromRow } from './price-row.ts';
import type { EntryRow, ListRow, ProductRow, PromotionRow } from './price-row.ts';

/** Most products of a page (contract, section 4). */
export const MAX_PAGE_PRODUCTS = 25;

/** A page ends before the product with which it would have more variants than this; it has one product at least. */
export const MAX_PAGE_VARIANTS = 250;

// What follows the choice of products, with $1 store, $2 shop, $3 price list asked for or null, $4 instant. Everything
// is one row, which is there even when nothing else is, so that a page tells what of its request exists. The lists are
// collected by `union`, so that a circle, which cannot be saved, could not hang a connection. `offset 0` keeps a lookup
// for each product or target, by index, whatever number of them the planner expects.
const REST = `
   at_shop as materialized (
     select coalesce($3, s.default_price_list_id) as price_list_id from shop s where s.store_id = $1 and s.id = $2
   ), list as (
     select l.id, l.percent_bp, l.over_list_id, l.rounding_centavos
     from at_shop a join price_list l on l.store_id = $1 and l.id = a.price_list_id
     union
     select l.id, l.percent_bp, l.over_list_id, l.rounding_centavos
     from list o join price_list l on l.store_id = $1 and l.id = o.over_list_id
   ), target as (
     select 'product' as kind, id from page
     union select 'category', unnest(category_ids) from page
     union select 'brand', unnest(brand_ids) from page
   ), offer as (
     select p.id, p.percent_bp, p.amount_centavos, p.shop_ids, p.starts_at, p.ends_at,
       json_agg(json_build_array(t.kind, t.id)) as targets
     from target t cross join lateral (
       select promotion_id from promotion_target o
       where o.store_id = $1 and o.kind = t.kind and o.target_id = t.id and o.ends_at > $4 offset 0
     ) o join promotion p on p.store_id = $1 and p.id = o.promotion_id
     where p.starts_at <= $4 and (p.shop_ids = '{}' or p.shop_ids @> array[$2])
     group by p.store_id, p.id
   )
   select exists (select from at_shop) as shop_found, (select price_list_id from at_shop) as price_list_id,
     exists (select from list) as list_found,
     (select count(*) from candidate) > (select count(*) from page) as has_more,
     (select json_agg(json_build_array(p.id, p.category_ids, p.brand_ids, p.price_centavos, (
         select json_agg(json_build_array(v.id, v.price_centavos, v.is_active) order by v.position, v.id)
         from variant v where v.store_id = $1 and v.product_id = p.id
       )) order by p.id) from page p) as products,
     (select json_agg(json_build_array(id, percent_bp, over_list_id, rounding_centavos)) from list) as lists,
     (select json_agg(json_build_array(e.price_list_id, e.product_id, e.variant_id, e.price_centavos))
       from page p cross join lateral (
         select * from price_list_entry e
         where e.store_id = $1 and e.product_id = p.id and e.price_list_id in (select id from list) offset 0
       ) e) as entries,
     (select json_agg(json_build_array(id, percent_bp, amount_centavos, shop_ids,
         floor(extract(epoch from starts_at) * 1000),
         case when isfinite(ends_at) then floor(extract(epoch from ends_at) * 1000) end, targets)) from offer) as promotions`;

// The inner limit is MAX_PAGE_PRODUCTS and one more, written out: with a parameter the planner would take it for a tenth
// of the table and plan every call anew.
const LOAD_BY_ID = storeStatement(
  'price-load-by_id',
  `with recursive candidate as (
     select p.*, row_number() over (order by p.id) as place, sum(p.variant_count) over (order by p.id) as variants_to_here
     from (
       select id, category_ids, brand_ids, price_centavos, variant_count from product
       where store_id = $1 and id > $5 and not is_draft and not is_deleted order by id limit 26
     ) p
   ), page as materialized (
     select * from candidate where place <= $6 and (place = 1 or variants_to_here <= $7)
   ),${REST}`,
);

// Behind a select the array is unknown to the planner, which then keeps one plan for any number of products.
const LOAD_BY_PRODUCT = storeStatement(
  'price-load-by_product',
  `with recursive candidate as (
     select id, category_ids, brand_ids, price_centavos from product
     where store_id = $1 and id = any(array(select unnest($5::text[]))) and not is_draft and not is_deleted
   ), page as materialized (select * from candidate),${REST}`,
);

/** Where and when prices are to be resolved. */
export interface PriceScope {
  shopId: string;
  /** The shop's default list when absent. */
  priceListId?: string | undefined;
  atMs: number;
}

/** Products and all that the engine needs to price them. */
export interface PriceLoad {
  /** Whether shop and price list are the store's; when not, the rest says nothing. */
  found: boolean;
  /** The list that applies, if any does. */
  priceListId?: string | undefined;
  lists: PriceList[];
  /** Promotions that hold there and then, with those of their targets that matter to the products. */
  promotions: Promotion[];
  /** By id. */
  products: PricedProduct[];
  /** Whether listed products follow. */
  hasMore: boolean;
}

interface LoadRow {
  shop_found: boolean;
  price_list_id: string | null;
  list_found: boolean;
  has_more: boolean;
  products: ProductRow[] | null;
  lists: ListRow[] | null;
  entries: EntryRow[] | null;
  promotions: PromotionRow[] | null;
}

/** Listed products after an id: up to `limit` (at most MAX_PAGE_PRODUCTS), fewer when they have many variants. */
export async function priceLoadPage(
  db: Queryable,
  storeId: string,
  scope: PriceScope,
  afterId: string,
  limit: number,
): Promise<PriceLoad> {
  const values = [...scopeValues(storeId, scope), afterId, limit, MAX_PAGE_VARIANTS];
  return toLoad(scope, await db.rows<LoadRow>(LOAD_BY_ID, values));
}

/** Those products of the ids that are listed. */
export async function priceLoadProducts(
  db: Queryable,
  storeId: string,
  scope: PriceScope,
  productIds: string[],
): Promise<PriceLoad> {
  return toLoad(scope, await db.rows<LoadRow>(LOAD_BY_PRODUCT, [...scopeValues(storeId, scope), productIds]));
}

function scopeValues(storeId: string, { shopId, priceListId, atMs }: PriceScope): unknown[] {
  return [storeId, shopId, priceListId ?? null, new Date(atMs)];
}

function toLoad(scope: PriceScope, [row]: LoadRow[]): PriceLoad {
  const { shop_found, price_list_id, list_found, has_more, products, lists, entries, promotions } = row!;
  return {
    found: shop_found && (scope.priceListId === undefined || list_found),
    priceListId: price_list_id ?? undefined,
    lists: listsFromRows(lists ?? [], entries ?? []),
    promotions: (promotions ?? []).map(promotionFromRow),
    products: (products ?? []).map(productFromRow),
    hasMore: has_more,
  };
}
