import {
  BulkPricesFinished,
  PricesChanged,
  type PriceCopy,
} from '@commerce/proto/commerce/pricing/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import type { ProductPrices } from '../domain/product-prices.ts';

/** Tells `prices.changed` of products whose base prices or costs were changed; part of a bulk operation when one is given. */
export function emitPricesChanged(unit: Unit, products: ProductPrices[], bulkOperationId?: string): void {
  if (products.length === 0) return;
  const payload = PricesChanged.encode({ prices: products.map(priceCopy), bulkOperationId }).finish();
  unit.emit({ type: 'prices.changed', subjectId: bulkOperationId ?? products[0]!.productId, payload });
}

/** Tells `prices.bulk_finished` of an operation whose parts were told with its id. */
export function emitBulkPricesFinished(unit: Unit, bulkOperationId: string, count: number): void {
  const payload = BulkPricesFinished.encode({ bulkOperationId, count }).finish();
  unit.emit({ type: 'prices.bulk_finished', subjectId: bulkOperationId, payload });
}

/** A product's base prices and costs as the catalogue keeps a copy of them. */
export function priceCopy(product: ProductPrices): PriceCopy {
  const { productId, priceVersion, priceCentavos, compareAtCentavos, costCentavos, variants } = product;
  return {
    productId,
    version: priceVersion,
    priceCentavos,
    compareAtPriceCentavos: compareAtCentavos ?? undefined,
    costCentavos: costCentavos ?? undefined,
    variants: variants.map((variant) => ({
      variantId: variant.variantId,
      priceCentavos: variant.priceCentavos,
      compareAtPriceCentavos: variant.compareAtCentavos ?? undefined,
      costCentavos: variant.costCentavos ?? costCentavos ?? undefined,
    })),
  };
}
