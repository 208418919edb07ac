import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { itemFromRow, type ItemProduct, type ItemRow } from './price-row.ts';
import { RULES, rulesFromRow, scopeValues } from './price-rules.ts';
import type { PriceScope, RulesLoad, RulesRow } from './price-rules.ts';

// Of products with many variants only those that were asked for are read, and their entries. Behind a select the arrays are
// unknown to the planner, which then keeps one plan for any number of items.
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

/** Products of which some variants are to be priced, and by what. */
export interface ItemsLoad extends RulesLoad {
  /** Those that are listed, by id. */
  products: ReadonlyMap<string, ItemProduct>;
}

interface LoadRow extends RulesRow {
  products: ItemRow[] | null;
}

/** Those of some products that are listed, and those of their variants that are asked for. */
export async function priceLoadItems(
  db: Queryable,
  storeId: string,
  scope: PriceScope,
  productIds: string[],
  variantIds: string[],
): Promise<ItemsLoad> {
  const values = [...scopeValues(storeId, scope), productIds, variantIds];
  const [row] = await db.rows<LoadRow>(LOAD_BY_ITEM, values);
  const products = (row!.products ?? []).map(itemFromRow);
  return {
    ...rulesFromRow(scope, row!),
    products: new Map(products.map((product) => [product.id, product])),
  };
}
