import type { StockItem, StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Goods } from '../domain/goods.ts';
import { available, NEVER_LOW, type StockItemLevel } from '../domain/stock.ts';

/** Goods as a row of stock tells them. */
export function toStockRow(
  { shopId, productId, variantId }: Goods,
  level: { sku?: string | undefined; onHand: number; reserved: number },
): StockRow {
  const { sku, onHand } = level;
  const row = { shopId, productId, sku, onHand, available: available(level) };
  return { ...row, variantId: variantId === '' ? undefined : variantId };
}

/** Goods as the back office looks at them. */
export function toStockItem(item: StockItemLevel): StockItem {
  const { reserved, hasOwnLowAt, isLow, isDraft } = item;
  const lowAt = item.lowAt === NEVER_LOW ? undefined : item.lowAt;
  return { row: toStockRow(item, item), reserved, lowAt, hasOwnLowAt, isLow, isDraft };
}
