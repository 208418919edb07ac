import type { StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Goods } from '../domain/goods.ts';
import { available } from '../domain/stock.ts';

/** Goods as a row of stock tells them. */
export function toStockRow(
  { shopId, productId, variantId }: Goods,
  level: { sku?: string | undefined; onHand: number; reserved: number },
): StockRow {
  const { sku, onHand } = level;
  const row = { shopId, productId, sku, onHand, available: available(level) };
  return { ...row, variantId: variantId === '' ? undefined : variantId };
}
