import type { Answer } from './sql.ts';

interface ProductRow {
  product_id: string;
  sku: string | null;
  variant_ids: string[];
  variant_skus: (string | null)[];
  /** Stock on hand and available by variant id; the id is empty for a product without variants. */
  levels: Record<string, [onHand: number, available: number]> | null;
}

// One stock lookup per product instead of one per variant.
const STOCK = `select p.id as product_id, p.sku, to_json(p.variant_ids) as variant_ids, to_json(p.variant_skus) as variant_skus,
    (select json_object_agg(s.variant_id, json_build_array(s.on_hand, s.on_hand - s.reserved)) from stock_item s
     where s.store_id = $1 and s.shop_id = $2 and s.product_id = p.id) as levels
  from product p
  where p.store_id = $1 and p.id > $3 and not p.is_draft and not p.is_deleted
    and p.type <> 'service' and (p.shop_ids = '{}' or $2 = any(p.shop_ids)) order by p.id limit 50`;

const NEVER_STOCKED = [0, 0] as const;

/** A page of stock at a shop: 50 products after a given one. */
export const stock: Answer = async (pool, storeId, { searchParams }) => {
  const shopId = searchParams.get('shop')!;
  const values = [storeId, shopId, searchParams.get('product') ?? ''];
  const { rows } = await pool.query<ProductRow>({ name: 'stock', text: STOCK, values });
  return JSON.stringify({ data: rows.flatMap((row) => stockRows(shopId, row)) });
};

function stockRows(
  shop_id: string,
  { product_id, sku, variant_ids, variant_skus, levels }: ProductRow,
): object[] {
  if (variant_ids.length === 0) {
    const [on_hand, available] = levels?.[''] ?? NEVER_STOCKED;
    return [{ shop_id, product_id, sku, on_hand, available }];
  }
  return variant_ids.map((variant_id, index) => {
    const [on_hand, available] = levels?.[variant_id] ?? NEVER_STOCKED;
    return { shop_id, product_id, variant_id, sku: variant_skus[index], on_hand, available };
  });
}
