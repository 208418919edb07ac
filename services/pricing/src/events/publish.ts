import { BulkPricesFinished, PricesChanged } from '@commerce/proto/commerce/pricing/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { toPriceCopy } from '../domain/price-copy.ts';
import type { ProductPrices } from '../domain/product-prices.ts';

/** Publishes `prices.changed` for products whose base prices or costs changed, if any. */
export function publishPricesChanged(unit: Unit, products: ProductPrices[], bulkOperationId?: string): void {
  if (products.length === 0) return;
  const payload = PricesChanged.encode({ prices: products.map(toPriceCopy), bulkOperationId }).finish();
  unit.emit({ type: 'prices.changed', subjectId: bulkOperationId ?? products[0]!.productId, payload });
}

/** Publishes `prices.bulk_finished` for an operation whose parts were published with its id. */
export function publishBulkPricesFinished(unit: Unit, bulkOperationId: string, count: number): void {
  const payload = BulkPricesFinished.encode({ bulkOperationId, count }).finish();
  unit.emit({ type: 'prices.bulk_finished', subjectId: bulkOperationId, payload });
}
