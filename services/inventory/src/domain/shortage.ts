import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import type { Line, StockItem } from './goods.ts';
import { isRetiring, type StockedProduct } from './product.ts';
import { available } from './stock.ts';

/**
 * Why an order cannot have some goods; undefined when it can.
 * @param product undefined when it is not known: nothing of it can be there
 * @param item undefined where the goods were never stocked
 */
export function shortage(
  { productId, variantId, shopId, quantity }: Line,
  product: StockedProduct | undefined,
  item: StockItem | undefined,
  nowMs: number,
): string | undefined {
  const what = variantId === '' ? `product ${productId}` : `variant ${variantId} of product ${productId}`;
  if (product?.deleted || (product && isRetiring(product, nowMs)))
    return `Of ${what} nothing can be had: it is being deleted.`;
  const there = item === undefined ? 0 : available(item);
  if (there >= quantity) return undefined;
  return `Of ${what} at shop ${shopId} ${quantity} are wanted and ${there} available.`;
}

/** The refusal of what lacks stock, with a detail for each thing that does. */
export function insufficient(details: Omit<FaultDetail, 'reason'>[]): Fault {
  return new Fault('conflict', details[0]!.message, {
    details: details.map((detail) => ({ reason: 'insufficient_stock', ...detail })),
  });
}
