import type { StockItem, StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { available, NEVER_LOW, type StockItemLevel } from './stock.ts';
import type { StockKey } from './stock-key.ts';

/** Presents the stock of a key. */
export function toStockRow(
  { shopId, productId, variantId }: StockKey,
  level: { sku?: string | undefined; onHand: number; reserved: number },
): StockRow {
  const { sku, onHand } = level;
  const row = { shopId, productId, sku, onHand, available: available(level) };
  return { ...row, variantId: variantId === '' ? undefined : variantId };
}

/** Presents the stock of a key to the back office. */
export function toStockItem(item: StockItemLevel): StockItem {
  const { reserved, hasOwnLowAt, isLow, isDraft } = item;
  const lowAt = item.lowAt === NEVER_LOW ? undefined : item.lowAt;
  return { row: toStockRow(item, item), reserved, lowAt, hasOwnLowAt, isLow, isDraft };
}
