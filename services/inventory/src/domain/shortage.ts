import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { isRetiring, type StockedProduct } from './product.ts';
import { available, type LockedStockItem } from './stock.ts';
import type { StockLine } from './stock-key.ts';

/**
 * The reason why an order cannot reserve a line; undefined when it can.
 * @param product undefined when the product is unknown: then the item has no stock
 * @param item undefined when the shop never stocked it
 */
export function shortage(
  { productId, variantId, shopId, quantity }: StockLine,
  product: StockedProduct | undefined,
  item: LockedStockItem | undefined,
  nowMs: number,
): string | undefined {
  const name = variantId === '' ? `product ${productId}` : `variant ${variantId} of product ${productId}`;
  if (product?.deleted || (product && isRetiring(product, nowMs)))
    return `Cannot reserve ${name}: it is being deleted.`;
  const units = item === undefined ? 0 : available(item);
  if (units >= quantity) return undefined;
  return `${quantity} requested of ${name}, ${units} available at shop ${shopId}.`;
}

/** The refusal of lines that lack stock, with a detail for each. */
export function insufficient(details: Omit<FaultDetail, 'reason'>[]): Fault {
  return new Fault('conflict', details[0]!.message, {
    details: details.map((detail) => ({ reason: 'insufficient_stock', ...detail })),
  });
}
