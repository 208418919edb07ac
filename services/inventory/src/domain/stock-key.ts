/** Identifies the stock of a product or variant at a shop. */
export interface StockKey {
  shopId: string;
  productId: string;
  /** Empty for a product without variants. */
  variantId: string;
}

/** A number of units of a product or variant at a shop. */
export interface StockLine extends StockKey {
  /** Units, at least 1. */
  quantity: number;
}

/** The key as one string, for maps and sets. */
export const keyString = ({ shopId, productId, variantId }: StockKey): string =>
  JSON.stringify([shopId, productId, variantId]);

/** Indexes elements by their key; see `keyString`. */
export const byKey = <T extends StockKey>(elements: T[]): Map<string, T> =>
  new Map(elements.map((element) => [keyString(element), element]));

/** Adds up the lines of the same key. */
export function mergeLines(lines: StockLine[]): StockLine[] {
  const merged = new Map<string, StockLine>();
  for (const line of lines) {
    const quantity = (merged.get(keyString(line))?.quantity ?? 0) + line.quantity;
    merged.set(keyString(line), { ...line, quantity });
  }
  return [...merged.values()];
}
