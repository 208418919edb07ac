import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ItemProduct, LoadedRules, PriceScope } from '../domain/engine-rules.ts';
import type { PricedProduct } from '../domain/engine/resolve.ts';
import {
  itemFromRow,
  productFromRow,
  RULES,
  rulesFromRow,
  scopeValues,
  type ItemRow,
  type ProductRow,
  type RulesRow,
} from './price-rules.ts';
import { priceVersion } from './price-version.ts';

/** Maximum number of products of a page (contract, section 4). */
export const MAX_PAGE_PRODUCTS = 25;

/** A page ends before the product that would bring it above this many variants; it has at least one product. */
export const MAX_PAGE_VARIANTS = 250;

const PRODUCTS = `
     ${priceVersion('$1', '$4')} as version,
     (select count(*) from candidate) > (select count(*) from page) as has_more,
     (select json_agg(json_build_array(p.id, p.category_ids, p.brand_ids, p.price_centavos, case when p.variant_count > 0 then (
         select json_agg(json_build_array(v.id, v.price_centavos, v.is_active) order by v.position, v.id)
         from variant v where v.store_id = $1 and v.product_id = p.id
       ) end) order by p.id) from page p) as products,
     (select json_agg(json_build_array(e.price_list_id, e.product_id, e.variant_id, e.price_centavos))
       from page p cross join lateral (
         select * from price_list_entry e
         where e.store_id = $1 and e.product_id = p.id and e.price_list_id in (select id from list) offset 0
       ) e) as entries`;

// The inner limit is MAX_PAGE_PRODUCTS + 1, as a constant: with a parameter the planner would estimate a tenth of the table and plan
// every call again.
const LOAD_BY_ID = storeStatement(
  'price-load-by_id',
  `with recursive candidate as (
     select p.*, row_number() over (order by p.id) as position, sum(p.variant_count) over (order by p.id) as variants_to_here
     from (
       (select product_id from product_shop where store_id = $1 and shop_id = '' and product_id > $5
         order by product_id limit 26)
       union all
       (select product_id from product_shop where store_id = $1 and shop_id = $2 and product_id > $5
         order by product_id limit 26)
       order by product_id limit 26
     ) sold cross join lateral (
       select id, category_ids, brand_ids, price_centavos, variant_count from product
       where store_id = $1 and id = sold.product_id offset 0
     ) p
   ), page as materialized (
     select * from candidate where position <= $6 and (position = 1 or variants_to_here <= $7)
   ),${RULES}${PRODUCTS}`,
);

// The array is behind a select and therefore unknown to the planner, which keeps one plan for any number of products.
const LOAD_BY_PRODUCT = storeStatement(
  'price-load-by_product',
  `with recursive candidate as (
     select id, category_ids, brand_ids, price_centavos, variant_count from product
     where store_id = $1 and id = any(array(select unnest($5::text[])))
       and exists (select from product_shop s where s.store_id = $1 and s.product_id = id and s.shop_id in ('', $2))
   ), page as materialized (select * from candidate),${RULES}${PRODUCTS}`,
);

/** Products, and the rules for their prices. */
export interface PriceLoad extends LoadedRules {
  /** By id. */
  products: PricedProduct[];
  hasMore: boolean;
  /** Version of the store's price pages. */
  version: string;
}

interface LoadRow extends RulesRow {
  has_more: boolean;
  version: string;
  products: ProductRow[] | null;
}

/** Loads listed products that the shop sells, after an id: up to `limit` (at most MAX_PAGE_PRODUCTS), fewer when they have many variants. */
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

/** Loads those of some products that are listed and sold at the shop. */
export async function priceLoadProducts(
  db: Queryable,
  storeId: string,
  scope: PriceScope,
  productIds: string[],
): Promise<PriceLoad> {
  return toLoad(scope, await db.rows<LoadRow>(LOAD_BY_PRODUCT, [...scopeValues(storeId, scope), productIds]));
}

function toLoad(scope: PriceScope, [row]: LoadRow[]): PriceLoad {
  const products = (row!.products ?? []).map(productFromRow);
  return { ...rulesFromRow(scope, row!), products, hasMore: row!.has_more, version: row!.version };
}

// Reads only the requested variants and their entries. The arrays are behind a select and therefore unknown to the planner, which
// keeps one plan for any number of items.
const LOAD_BY_ITEM = storeStatement(
  'price-load-by_item',
  `with recursive page as materialized (
     select id, category_ids, brand_ids, price_centavos, cost_centavos, variant_count from product
     where store_id = $1 and id = any(array(select unnest($5::text[]))) and not is_draft and not is_deleted
   ),${RULES}
     (select json_agg(json_build_array(
         p.id, p.category_ids, p.brand_ids, p.price_centavos, p.cost_centavos, p.variant_count, (
           select json_agg(json_build_array(v.id, v.price_centavos, v.cost_centavos))
           from variant v where v.store_id = $1 and v.product_id = p.id and v.id = any(array(select unnest($6::text[])))
         ))) from page p) as products,
     (select json_agg(json_build_array(e.price_list_id, e.product_id, e.variant_id, e.price_centavos))
       from page p cross join lateral (
         select * from price_list_entry e
         where e.store_id = $1 and e.product_id = p.id and e.price_list_id in (select id from list)
           and (e.variant_id = '' or e.variant_id in (select unnest($6::text[]))) offset 0
       ) e) as entries`,
);

/** Products with requested variants, and the rules for their prices. */
export interface ItemsLoad extends LoadedRules {
  /** The listed ones, by id. */
  products: ReadonlyMap<string, ItemProduct>;
}

interface ItemsRow extends RulesRow {
  products: ItemRow[] | null;
}

/** Loads the listed ones of some products, with those of their variants that are requested. */
export async function priceLoadItems(
  db: Queryable,
  storeId: string,
  scope: PriceScope,
  productIds: string[],
  variantIds: string[],
): Promise<ItemsLoad> {
  const values = [...scopeValues(storeId, scope), productIds, variantIds];
  const [row] = await db.rows<ItemsRow>(LOAD_BY_ITEM, values);
  const products = (row!.products ?? []).map(itemFromRow);
  return {
    ...rulesFromRow(scope, row!),
    products: new Map(products.map((product) => [product.id, product])),
  };
}
