import type { Sellable } from '@commerce/console-api/routes/pos.ts';
import { priceFor, type ItemPrice } from '../pos/item-prices.ts';

/** Line of an order being entered. */
export interface DraftLine {
  key: string;
  /** Index of a line that the order has already. */
  index?: number;
  /** Null for a custom item. */
  productId: string | null;
  variantId: string | null;
  name: string;
  priceCentavos: number;
  quantity: number;
}

/** Custom item that is being typed. */
export interface CustomItem {
  name: string;
  priceCentavos: number | null;
}

export const EMPTY_ITEM: CustomItem = { name: '', priceCentavos: null };

/** Form values of the products of an order. */
export interface OrderDraft {
  lines: DraftLine[];
  /** Not part of the order until it is added to the lines. */
  custom: CustomItem;
}

/** Problems that keep an order from being saved: it has no lines, or a custom item was typed but not added. */
export const draftProblems = (
  { lines, custom }: OrderDraft,
  texts: { noLines: string; notAdded: string },
): Record<string, string> => {
  if (custom.name.trim() !== '' || custom.priceCentavos !== null) return { custom: texts.notAdded };
  return lines.length === 0 ? { lines: texts.noLines } : {};
};

/** Change of the lines. It applies to the current ones, which may have changed while an item was looked up. */
export type LinesChange = (lines: DraftLine[]) => DraftLine[];

/** Total of the lines. */
export const subtotalOf = (lines: readonly DraftLine[]): number =>
  lines.reduce((sum, { priceCentavos, quantity }) => sum + priceCentavos * quantity, 0);

/** A new line as the platform receives it. */
export const requestLine = (line: DraftLine) =>
  line.productId === null
    ? { name: line.name, unitPriceCentavos: line.priceCentavos, quantity: line.quantity }
    : { productId: line.productId, variantId: line.variantId ?? undefined, quantity: line.quantity };

/** Adds a unit of an item. */
export function withItem(lines: DraftLine[], item: Sellable): DraftLine[] {
  const { productId, variantId, priceCentavos } = item;
  const key = `${productId} ${variantId}`;
  const line = lines.find((each) => each.key === key);
  if (line !== undefined) return withQuantity(lines, key, line.quantity + 1);
  const name = [item.name, item.variantName].filter(Boolean).join(' · ');
  return [...lines, { key, productId, variantId, name, priceCentavos, quantity: 1 }];
}

/** Sets the quantity of a line. */
export const withQuantity = (lines: DraftLine[], key: string, quantity: number): DraftLine[] =>
  lines.map((line) => (line.key === key ? { ...line, quantity } : line));

/** Sets the current prices of the products. A product that is no longer sold keeps its price: the order is refused. */
export const withPrices = (lines: DraftLine[], prices: readonly ItemPrice[]): DraftLine[] =>
  lines.map((line) => ({
    ...line,
    priceCentavos: priceFor(line, prices)?.priceCentavos ?? line.priceCentavos,
  }));
