import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { StockItemLevel } from '../domain/stock.ts';

// The level of `p`, a product, and `s`, its stock item or null.
const level = (shopId: string, variantId: string, sku: string): string => `json_build_array(
     ${shopId}, p.id, ${variantId}, ${sku}, coalesce(s.on_hand, 0), coalesce(s.reserved, 0),
     coalesce(s.low_at, (select low_at from settings)), coalesce(s.has_own_low_at, false), coalesce(s.is_low, false), p.is_draft)`;

const LEVEL_OF_ITEM = level(
  's.shop_id',
  's.variant_id',
  `case when s.variant_id = '' then p.sku else p.variant_skus[array_position(p.variant_ids, s.variant_id)] end`,
);

const SETTINGS = `settings as (
     select coalesce((select low_at from stock_settings where store_id = $1), 0) as low_at
   )`;

const SHOP_FOUND = 'exists (select from shop where store_id = $1 and id = $2) as shop_found';

// The end of a search, with $1 the store, $2 the shop and $4 the limit.
const REST = `, page as (
     select * from candidate order by id limit $4
   )
   select ${SHOP_FOUND}, (select count(*) from candidate) > $4 as has_more, (select max(id) from page) as last_id, (
     select json_agg(${level('$2', "coalesce(v.id, '')", 'case when v.id is null then p.sku else v.sku end')} order by p.id, v.position)
     from page p
     left join unnest(p.variant_ids, p.variant_skus) with ordinality as v (id, sku, position) on true
     left join stock_item s on s.store_id = $1 and s.shop_id = $2 and s.product_id = p.id and s.variant_id = coalesce(v.id, '')
   ) as items`;

// The inner limit is MAX_PAGE_SIZE + 1, as a constant, so that one plan is kept.
const SEARCH = storeStatement(
  'stock_item-search-all',
  `with ${SETTINGS}, candidate as materialized (
     select id, sku, variant_ids, variant_skus, is_draft from product
     where store_id = $1 and id > $3 and not is_deleted and type <> 'service' order by id limit 101
   )${REST}`,
);

const SEARCH_PRODUCTS = storeStatement(
  'stock_item-search-by_products',
  `with ${SETTINGS}, candidate as materialized (
     select id, sku, variant_ids, variant_skus, is_draft from product
     where store_id = $1 and id > $3 and not is_deleted and type <> 'service'
       and id = any(array(select unnest($5::text[]))) order by id limit 101
   )${REST}`,
);

// Items whose variant was removed wait for an order to finish: they are neither replenished nor counted.
const HAS_VARIANT = `case when s.variant_id = '' then cardinality(p.variant_ids) = 0 else s.variant_id = any(p.variant_ids) end`;

// The same holds for items whose product was removed.
const ITS_PRODUCT = `join product p on p.store_id = $1 and p.id = s.product_id and not p.is_deleted
     and ${HAS_VARIANT}`;

const AFTER = `and (s.product_id, s.variant_id) > ($3, $4) and ($6::text[] is null or s.product_id in (select unnest($6::text[])))
     order by s.product_id, s.variant_id limit $5`;

const SEARCH_ITEMS = {
  low: storeStatement(
    'stock_item-search-low',
    `with ${SETTINGS} select ${SHOP_FOUND}, (select json_agg(item) from (
       select ${LEVEL_OF_ITEM} as item from stock_item s ${ITS_PRODUCT}
       where s.store_id = $1 and s.shop_id = $2 and s.is_low ${AFTER}
     ) found) as items`,
  ),
  out: storeStatement(
    'stock_item-search-out',
    `with ${SETTINGS} select ${SHOP_FOUND}, (select json_agg(item) from (
       select ${LEVEL_OF_ITEM} as item from stock_item s ${ITS_PRODUCT}
       where s.store_id = $1 and s.shop_id = $2 and s.is_out ${AFTER}
     ) found) as items`,
  ),
};

const LIST_LOW = storeStatement(
  'stock_item-list-low',
  `with ${SETTINGS}, low as materialized (
     select s.*, ${LEVEL_OF_ITEM} as item from stock_item s ${ITS_PRODUCT} where s.store_id = $1 and s.is_low
       and ($3::text is null or s.shop_id = $3) limit 5000
   )
   select (select count(*)::int from low) as low_count, (select count(*)::int from low where is_out) as out_count, (
     select json_agg(item) from (
       select item from low order by on_hand - reserved, shop_id, product_id, variant_id limit $2
     ) first) as items, (
     select json_agg(json_build_object('shopId', sh.id, 'lowCount', found.low, 'outCount', found.out) order by sh.id)
     from shop sh cross join lateral (
       select count(*) as low, count(*) filter (where counted.is_out) as out from (
         select s.is_out from stock_item s ${ITS_PRODUCT} where s.store_id = $1 and s.shop_id = sh.id and s.is_low limit 1000
       ) counted
     ) found
     where sh.store_id = $1 and ($3::text is null or sh.id = $3) and found.low > 0) as shops`,
);

// One lookup by key for each product and shop: the key begins with the shop.
const SUM = storeStatement(
  'stock_item-sum-many',
  `select p.id as "productId", i.on_hand as "onHand", i.available
   from unnest($2::text[]) with ordinality as k (id, position)
   join product p on p.store_id = $1 and p.id = k.id and not p.is_deleted and p.type <> 'service'
   cross join lateral (
     select coalesce(sum(of_shop.on_hand), 0)::float8 as on_hand,
       coalesce(sum(of_shop.on_hand - of_shop.reserved), 0)::float8 as available
     from shop sh cross join lateral (
       select s.on_hand, s.reserved from stock_item s
       where s.store_id = $1 and s.shop_id = sh.id and s.product_id = p.id
         and ${HAS_VARIANT}
       offset 0
     ) of_shop
     where sh.store_id = $1
   ) i
   order by k.position`,
);

/** Stock of a product at all shops, variants included. */
export interface StockSum {
  productId: string;
  onHand: number;
  available: number;
}

/** Sums the stock of products, in their order; those that are unknown, deleted or services are left out. */
export const stockItemSumMany = (db: Queryable, storeId: string, productIds: string[]): Promise<StockSum[]> =>
  db.rows<StockSum>(SUM, [storeId, productIds]);

/** Selection of a shop's stock. */
export interface StockQuery {
  shopId: string;
  /** Only these products; all when empty. */
  productIds: string[];
}

/** Stock that a search found. */
export interface FoundStock {
  /** False when the store has no such shop; then the rest is meaningless. */
  shopFound: boolean;
  items: StockItemLevel[];
}

type LevelRow = [
  shopId: string,
  productId: string,
  variantId: string,
  sku: string | null,
  onHand: number,
  reserved: number,
  lowAt: number,
  hasOwnLowAt: boolean,
  isLow: boolean,
  isDraft: boolean,
];

interface FoundRow {
  shop_found: boolean;
  items: LevelRow[] | null;
}

/**
 * Lists the stock that a shop has, or could have, of up to `limit` products after an id, in the order of product ids and positions.
 * @returns with `nextAfterId`, the page's last product, when more follow
 */
export async function stockItemSearchProducts(
  db: Queryable,
  storeId: string,
  { shopId, productIds }: StockQuery,
  afterId: string,
  limit: number,
): Promise<FoundStock & { nextAfterId: string | undefined }> {
  const page = [storeId, shopId, afterId, limit];
  const [row] = await (productIds.length === 0
    ? db.rows<FoundRow & { has_more: boolean; last_id: string | null }>(SEARCH, page)
    : db.rows<FoundRow & { has_more: boolean; last_id: string | null }>(SEARCH_PRODUCTS, [
        ...page,
        productIds,
      ]));
  return { ...toFound(row!), nextAfterId: row!.has_more ? (row!.last_id ?? undefined) : undefined };
}

/** A page of the low or the empty items of a shop. */
export interface StockItemPage extends StockQuery {
  which: keyof typeof SEARCH_ITEMS;
  /** Product and variant of the last item of the previous page. */
  after: readonly [productId: string, variantId: string];
  limit: number;
}

/** Lists the items of a shop that are low, or have nothing available. */
export async function stockItemSearch(
  db: Queryable,
  storeId: string,
  { which, shopId, productIds, after, limit }: StockItemPage,
): Promise<FoundStock> {
  const only = productIds.length === 0 ? null : productIds;
  const [row] = await db.rows<FoundRow>(SEARCH_ITEMS[which], [storeId, shopId, ...after, limit, only]);
  return toFound(row!);
}

/** Numbers of low items of a shop, and of those with nothing available; counted up to 1,000. */
interface LowCounts {
  shopId: string;
  lowCount: number;
  outCount: number;
}

/** Lists the low items of a store, or of one of its shops, the least available first, with their total; at most 5,000 are counted. */
export async function stockItemListLow(
  db: Queryable,
  storeId: string,
  limit: number,
  shopId: string | undefined,
): Promise<{ items: StockItemLevel[]; lowCount: number; outCount: number; shops: LowCounts[] }> {
  const [row] = await db.rows<{
    items: LevelRow[] | null;
    low_count: number;
    out_count: number;
    shops: LowCounts[] | null;
  }>(LIST_LOW, [storeId, limit, shopId ?? null]);
  const { items, low_count: lowCount, out_count: outCount, shops } = row!;
  return { items: (items ?? []).map(levelFromRow), lowCount, outCount, shops: shops ?? [] };
}

const toFound = ({ shop_found, items }: FoundRow): FoundStock => ({
  shopFound: shop_found,
  items: (items ?? []).map(levelFromRow),
});

function levelFromRow(row: LevelRow): StockItemLevel {
  const [shopId, productId, variantId, sku, onHand, reserved, lowAt, hasOwnLowAt, isLow, isDraft] = row;
  const key = { shopId, productId, variantId };
  return { ...key, sku: sku ?? undefined, onHand, reserved, lowAt, hasOwnLowAt, isLow, isDraft };
}
