import type { ItemProduct, LoadedRules, PriceScope } from '../domain/engine-rules.ts';
import type { RoundingCentavos } from '../domain/engine/amount.ts';
import { entryKey, type PriceList } from '../domain/engine/price-list.ts';
import type { Promotion } from '../domain/engine/promotion.ts';
import type { PricedProduct } from '../domain/engine/resolve.ts';

/** A product in the result of a statement of price-load.ts. */
export type ProductRow = [
  id: string,
  categoryIds: string[],
  brandIds: string[],
  priceCentavos: number,
  variants: [id: string, priceCentavos: number, isActive: boolean][] | null,
];

/** A product with only its requested variants. */
export type ItemRow = [
  id: string,
  categoryIds: string[],
  brandIds: string[],
  priceCentavos: number,
  costCentavos: number | null,
  variantCount: number,
  variants: [id: string, priceCentavos: number, costCentavos: number | null][] | null,
];

/** A price list without its entries. */
export type ListRow = [
  id: string,
  percentBp: number | null,
  overListId: string | null,
  roundingCentavos: RoundingCentavos,
];

/** A fixed price. */
export type EntryRow = [priceListId: string, productId: string, variantId: string, priceCentavos: number];

/** A promotion with those of its targets that match the products. */
export type PromotionRow = [
  id: string,
  percentBp: number | null,
  amountCentavos: number | null,
  shopIds: string[],
  startsAtMs: number,
  endsAtMs: number | null,
  targets: [kind: 'product' | 'category' | 'brand', id: string][],
];

/** Converts a product for the engine. */
export function productFromRow([
  id,
  categoryIds,
  brandIds,
  basePriceCentavos,
  variants,
]: ProductRow): PricedProduct {
  return {
    id,
    categoryIds,
    brandIds,
    basePriceCentavos,
    variants: (variants ?? []).map(([variantId, priceCentavos, isActive]) => ({
      id: variantId,
      basePriceCentavos: priceCentavos,
      isActive,
    })),
  };
}

/** Converts a product with costs. */
export function itemFromRow(row: ItemRow): ItemProduct {
  const [id, categoryIds, brandIds, basePriceCentavos, costCentavos, variantCount, variants] = row;
  return {
    id,
    categoryIds,
    brandIds,
    basePriceCentavos,
    costCentavos,
    hasVariants: variantCount > 0,
    variants: new Map(
      (variants ?? []).map(([variantId, price, cost]) => [
        variantId,
        { basePriceCentavos: price, costCentavos: cost ?? costCentavos },
      ]),
    ),
  };
}

/** Converts price lists and their entries for the engine. */
export function listsFromRows(lists: ListRow[], entries: EntryRow[]): PriceList[] {
  return lists.map(([id, percentBp, overListId, roundingCentavos]) => ({
    id,
    rule:
      percentBp === null ? undefined : { percentBp, overListId: overListId ?? undefined, roundingCentavos },
    entries: new Map(
      entries
        .filter(([priceListId]) => priceListId === id)
        .map(([, productId, variantId, priceCentavos]) => [entryKey(productId, variantId), priceCentavos]),
    ),
  }));
}

/** Converts a promotion for the engine. */
export function promotionFromRow(row: PromotionRow): Promotion {
  const [id, percentBp, amountCentavos, shopIds, startsAtMs, endsAtMs, targets] = row;
  const idsOf = (kind: PromotionRow[6][number][0]) =>
    new Set(targets.filter(([k]) => k === kind).map(([, targetId]) => targetId));
  return {
    id,
    discount: percentBp === null ? { amountCentavos: amountCentavos ?? 0 } : { percentBp },
    productIds: idsOf('product'),
    categoryIds: idsOf('category'),
    brandIds: idsOf('brand'),
    shopIds: new Set(shopIds),
    startsAtMs,
    endsAtMs: endsAtMs ?? undefined,
  };
}

/**
 * Common part of the statements that load products with everything that the engine needs to price them: the price lists and the
 * promotions that apply to the products of `page`. $1 is the store, $2 the shop, $3 the requested price list or null, $4 the instant.
 * The result is always one row, so that it says which parts of the request exist. The lists are collected by `union`, so that a cycle,
 * which cannot be saved, could not loop endlessly. If few promotions run, for few targets, all of these are read and compared with
 * the page's products; otherwise the promotions of each product are looked up, so that promotions for other products cost nothing.
 * `offset 0` keeps one index lookup per product or target, whatever number of them the planner expects.
 */
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

/** Rules in the result of a statement. */
export interface RulesRow {
  shop_found: boolean;
  price_list_id: string | null;
  list_found: boolean;
  lists: ListRow[] | null;
  entries: EntryRow[] | null;
  promotions: PromotionRow[] | null;
}

/** Parameters $1 to $4 of the statements. */
export function scopeValues(storeId: string, { shopId, priceListId, atMs }: PriceScope): unknown[] {
  return [storeId, shopId, priceListId ?? null, new Date(atMs)];
}

/** Converts the rules of a row. */
export function rulesFromRow(scope: PriceScope, row: RulesRow): LoadedRules {
  return {
    shopFound: row.shop_found,
    listFound: scope.priceListId === undefined || row.list_found,
    priceListId: row.price_list_id ?? undefined,
    lists: listsFromRows(row.lists ?? [], row.entries ?? []),
    promotions: (row.promotions ?? []).map(promotionFromRow),
  };
}
