/** Names a product or variant at a shop. */
export interface Goods {
  shopId: string;
  productId: string;
  /** Empty for a product without variants. */
  variantId: string;
}

/** Some of a product or variant at a shop. */
export interface Line extends Goods {
  /** Units, at least 1. */
  quantity: number;
}

/** What a shop has of a product or variant, under lock. */
export interface StockItem extends Goods {
  onHand: number;
  reserved: number;
}

/** The goods as a key of a map. */
export const goodsKey = ({ shopId, productId, variantId }: Goods): string =>
  JSON.stringify([shopId, productId, variantId]);

/** Things of goods, by the key of the goods. */
export const byGoods = <T extends Goods>(things: T[]): Map<string, T> =>
  new Map(things.map((thing) => [goodsKey(thing), thing]));

/** Adds up the lines of the same goods. */
export function mergeLines(lines: Line[]): Line[] {
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const quantity = (merged.get(goodsKey(line))?.quantity ?? 0) + line.quantity;
    merged.set(goodsKey(line), { ...line, quantity });
  }
  return [...merged.values()];
}
