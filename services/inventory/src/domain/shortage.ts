import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { isRetiring, type StockedProduct } from './product.ts';
import { available, type LockedStockItem } from './stock.ts';
import { keyString, type StockLine } from './stock-key.ts';

/** The stock that an order can reserve from. */
export interface ReservableStock {
  /** By id; an unknown product has no stock. */
  products: ReadonlyMap<string, StockedProduct>;
  /** By `keyString`; an item that the shop never stocked is absent. */
  items: ReadonlyMap<string, LockedStockItem>;
  nowMs: number;
}

/**
 * Refuses an order with a line that cannot be reserved.
 * @param lines at most one per stock key
 * @param fieldsOf the fields of the request that name a line
 * @throws Fault `insufficient_stock` with a detail for each field, or each line without one
 */
export function requireStock(
  lines: readonly StockLine[],
  stock: ReservableStock,
  fieldsOf: (line: StockLine) => string[],
): void {
  const lacking = lines.flatMap((line) => {
    const message = shortage(line, stock);
    if (message === undefined) return [];
    const fields = fieldsOf(line);
    return fields.length > 0 ? fields.map((field) => ({ field, message })) : [{ message }];
  });
  if (lacking.length > 0) throw insufficient(lacking);
}

/** The reason why an order cannot reserve a line; undefined when it can. */
function shortage(line: StockLine, { products, items, nowMs }: ReservableStock): string | undefined {
  const { productId, variantId, shopId, quantity } = line;
  const product = products.get(productId);
  const item = items.get(keyString(line));
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
