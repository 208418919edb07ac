import { StockChanged } from '@commerce/proto/commerce/inventory/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { available, type ChangedStockItem } from '../domain/stock.ts';

/** Publishes `stock.changed` (contract, section 6), unless the product is a draft or deleted. */
export function publishStockChanged(unit: Unit, item: ChangedStockItem): void {
  if (!item.isVisible) return;
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
