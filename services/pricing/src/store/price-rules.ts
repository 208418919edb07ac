import type { PriceList } from '../domain/engine/price-list.ts';
import type { Promotion } from '../domain/engine/promotion.ts';
import { listsFromRows, promotionFromRow } from './price-row.ts';
import type { EntryRow, ListRow, PromotionRow } from './price-row.ts';

// Parts of the statements that load products with all that the engine needs to price them. Products are chosen into `page`;
// $1 is the store, $2 the shop, $3 the price list asked for or null, $4 the instant. Everything is one row, which is there even
// when nothing else is, so that it tells what of the request exists. The lists are collected by `union`, so that a circle, which
// cannot be saved, could not hang a connection. Where few promotions run, for few targets, all of these are read and compared with the
// page's products; elsewhere the promotions of each product are looked up, so that what runs for others costs nothing. `offset 0` keeps a lookup for each product or target, by index, whatever
// number of them the planner expects.

/** What holds at the shop and the instant for the products of `page`: the lists, and the promotions for their targets. */
export const RULES = `
   at_shop as materialized (
     select coalesce($3, s.default_price_list_id) as price_list_id from shop s where s.store_id = $1 and s.id = $2
   ), list as (
     select l.id, l.percent_bp, l.over_list_id, l.rounding_centavos
     from at_shop a join price_list l on l.store_id = $1 and l.id = a.price_list_id and not l.is_deleted
     union
     select l.id, l.percent_bp, l.over_list_id, l.rounding_centavos
     from list o join price_list l on l.store_id = $1 and l.id = o.over_list_id
   ), target as (
     select 'product' as kind, id from page
     union select 'category', unnest(category_ids) from page
     union select 'brand', unnest(brand_ids) from page
   ), running as materialized (
     select id from promotion p
     where p.store_id = $1 and p.ends_at > $4 and p.starts_at <= $4 and (p.shop_ids = '{}' or p.shop_ids @> array[$2])
     order by p.ends_at limit 51
   ), known as materialized (
     select o.promotion_id, o.kind, o.target_id from running r cross join lateral (
       select * from promotion_target o where o.store_id = $1 and o.promotion_id = r.id offset 0
     ) o limit 201
   ), few as materialized (
     select where (select count(*) from running) < 51 and (select count(*) from known) < 201
   ), match as (
     select k.promotion_id, t.kind, t.id from known k join target t on t.id = k.target_id and t.kind = k.kind
     where exists (select from few)
     union all
     select o.promotion_id, t.kind, t.id from target t cross join lateral (
       select promotion_id from promotion_target o
       where o.store_id = $1 and o.kind = t.kind and o.target_id = t.id and o.ends_at > $4 offset 0
     ) o where not exists (select from few)
   ), offer as (
     select p.*, m.targets from (
       select promotion_id, json_agg(json_build_array(kind, id)) as targets from match group by promotion_id
     ) m cross join lateral (
       select id, percent_bp, amount_centavos, shop_ids, starts_at, ends_at from promotion p
       where p.store_id = $1 and p.id = m.promotion_id
         and p.starts_at <= $4 and (p.shop_ids = '{}' or p.shop_ids @> array[$2]) offset 0
     ) p
   )
   select exists (select from at_shop) as shop_found, (select price_list_id from at_shop) as price_list_id,
     exists (select from list) as list_found,
     (select json_agg(json_build_array(id, percent_bp, over_list_id, rounding_centavos)) from list) as lists,
     (select json_agg(json_build_array(id, percent_bp, amount_centavos, shop_ids,
         floor(extract(epoch from starts_at) * 1000),
         case when isfinite(ends_at) then floor(extract(epoch from ends_at) * 1000) end, targets) order by id)
       from offer) as promotions,`;

/** Where and when prices are to be resolved. */
export interface PriceScope {
  shopId: string;
  /** The shop's default list when absent. */
  priceListId?: string | undefined;
  atMs: number;
}

/** By what products are priced. */
export interface RulesLoad {
  /** Whether the shop is known; when not, the rest says nothing. */
  shopFound: boolean;
  /** Whether the list that was asked for, if any was, is the store's. */
  listFound: boolean;
  /** The list that applies, if any does. */
  priceListId?: string | undefined;
  lists: PriceList[];
  /** Promotions that hold there and then, by id, with those of their targets that matter to the products. */
  promotions: Promotion[];
}

/** What the statements tell of the rules. */
export interface RulesRow {
  shop_found: boolean;
  price_list_id: string | null;
  list_found: boolean;
  lists: ListRow[] | null;
  entries: EntryRow[] | null;
  promotions: PromotionRow[] | null;
}

/** The first values of the statements. */
export function scopeValues(storeId: string, { shopId, priceListId, atMs }: PriceScope): unknown[] {
  return [storeId, shopId, priceListId ?? null, new Date(atMs)];
}

/** The rules of a row. */
export function rulesFromRow(scope: PriceScope, row: RulesRow): RulesLoad {
  return {
    shopFound: row.shop_found,
    listFound: scope.priceListId === undefined || row.list_found,
    priceListId: row.price_list_id ?? undefined,
    lists: listsFromRows(row.lists ?? [], row.entries ?? []),
    promotions: (row.promotions ?? []).map(promotionFromRow),
  };
}
