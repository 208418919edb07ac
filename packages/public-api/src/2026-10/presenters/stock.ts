import type { StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { StockRowJson } from '../schemas/stock.ts';

/** Contract, section 2, "Stock row"; decisions: `variant_id` is omitted for a product without variants. */
export function presentStockRow(row: StockRow): StockRowJson {
  const { shopId: shop_id, productId: product_id, variantId: variant_id, onHand: on_hand, available } = row;
  const sku = row.sku ?? null;
  return variant_id === undefined
    ? { shop_id, product_id, sku, on_hand, available }
    : { shop_id, product_id, variant_id, sku, on_hand, available };
}
