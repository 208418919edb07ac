import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { available } from '../domain/stock.ts';
import type { ChangedItem } from '../store/stock-item-apply.ts';

/** Tells that physical or available stock is another: `stock.changed` (contract, section 6). Of a draft or a deleted product nothing is told. */
export function tellStockChanged(unit: Unit, item: ChangedItem): void {
  if (!item.shown) return;
  const { shopId, productId, sku, onHand, version } = item;
  const variantId = item.variantId === '' ? undefined : item.variantId;
  const payload = StockChanged.encode({
    shopId,
    productId,
    variantId,
    sku,
    onHand,
    available: available(item),
    version,
  }).finish();
  unit.emit({ type: 'stock.changed', subjectId: productId, payload });
}
