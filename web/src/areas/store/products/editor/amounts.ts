/** Amounts of a product or a variant, in centavos; null for none. */
export interface Amounts {
  priceCentavos: number | null;
  compareAtCentavos: number | null;
  /** Null: unknown; for a variant, that of the product. */
  costCentavos: number | null;
}

export const NO_AMOUNTS: Amounts = { priceCentavos: null, compareAtCentavos: null, costCentavos: null };

/** Margin of a sale: the share of the price that is not cost. Undefined while price or cost is unknown. */
export function marginOf({ priceCentavos, costCentavos }: Pick<Amounts, 'priceCentavos' | 'costCentavos'>) {
  if (priceCentavos === null || priceCentavos === 0 || costCentavos === null) return undefined;
  const centavos = priceCentavos - costCentavos;
  return { centavos, percent: (centavos / priceCentavos) * 100 };
}

/** Key of the amounts and the stock of the product itself; those of variants have the key of their row. */
export const OWN = '';

/** Key of a count in the stock of a form. */
export const stockKey = (shopId: string, rowKey: string): string => `${shopId} ${rowKey}`;

/** Shop and row of a key. */
export const shopAndRow = (key: string): [shopId: string, rowKey: string] => {
  const at = key.indexOf(' ');
  return [key.slice(0, at), key.slice(at + 1)];
};
