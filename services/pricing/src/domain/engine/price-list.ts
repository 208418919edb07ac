import { shareOf, WHOLE_BP, type RoundingCentavos } from './amount.ts';

/** How a price list makes the prices that it does not fix. */
export interface PriceListRule {
  /** What is added, in hundredths of a percent; negative takes off, at most everything. */
  percentBp: number;
  /** The list whose resolved price is changed; the base price when absent. */
  overListId?: string | undefined;
  roundingCentavos: RoundingCentavos;
}

/** A price list, as far as it matters to the products at hand. */
export interface PriceList {
  id: string;
  /** Absent: what is not fixed has its base price. */
  rule?: PriceListRule | undefined;
  /** Fixed prices in centavos by `entryKey`. */
  entries: ReadonlyMap<string, number>;
}

/** What is priced: a variant, or a product without variants. */
export interface Item {
  productId: string;
  /** Absent for a product without variants. */
  variantId?: string | undefined;
  basePriceCentavos: number;
}

/** A price before promotions. */
export interface ListPrice {
  priceCentavos: number;
  source: 'base' | 'price_list';
}

/** The key of a fixed price: of a variant, or of a product and all its variants that have none of their own. */
export const entryKey = (productId: string, variantId = ''): string => `${productId}/${variantId}`;

/**
 * The list of that id, the list that its rule is over, and so on.
 * @throws Error when one is missing or they go in a circle: neither can be saved
 */
export function chainOf(lists: readonly PriceList[], id: string): PriceList[] {
  const chain: PriceList[] = [];
  for (let next: string | undefined = id; next !== undefined; next = chain.at(-1)!.rule?.overListId) {
    const list = lists.find((candidate) => candidate.id === next);
    if (list === undefined) throw new Error(`price list ${next} is missing`);
    if (chain.includes(list)) throw new Error(`price list ${next} is over itself`);
    chain.push(list);
  }
  return chain;
}

/** A list on a circle, where each is over the next; undefined when there is none. */
export function findCycle(overListIds: ReadonlyMap<string, string | undefined>): string | undefined {
  const done = new Set<string>();
  for (const start of overListIds.keys()) {
    const path = new Set<string>();
    for (let id: string | undefined = start; id !== undefined && !done.has(id); id = overListIds.get(id)) {
      if (path.has(id)) return id;
      path.add(id);
    }
    for (const id of path) done.add(id);
  }
  return undefined;
}

/** What a list of a chain made of the price that it was given. */
export type ListStep = { priceListId: string; priceCentavos: number } & (
  | { by: 'variant_entry' | 'product_entry' | 'base' }
  | { by: 'percentage'; rule: PriceListRule; overCentavos: number; unroundedCentavos: number }
);

/**
 * The price of an item by the first list of a chain: its own entry, its product's, the rule, else the base price.
 * @param steps when given, gets the steps that the price depends on, in the order in which they were made
 */
export function listPrice(chain: readonly PriceList[], item: Item, steps?: ListStep[]): ListPrice {
  const base: ListPrice = { priceCentavos: item.basePriceCentavos, source: 'base' };
  // From the far end, so that each rule finds the price that it is over.
  return chain.reduceRight<ListPrice>((over, list) => {
    const own = list.entries.get(entryKey(item.productId, item.variantId));
    const fixed = own ?? list.entries.get(entryKey(item.productId));
    const price: ListPrice =
      fixed !== undefined
        ? { priceCentavos: fixed, source: 'price_list' }
        : list.rule === undefined
          ? base
          : { priceCentavos: byRule(list.rule, over.priceCentavos), source: 'price_list' };
    if (steps !== undefined) {
      // Only a percentage depends on what went before.
      if (fixed !== undefined || list.rule === undefined) steps.length = 0;
      const isOwn = own !== undefined && item.variantId !== undefined;
      steps.push(stepOf(list, price, over, fixed === undefined ? undefined : isOwn));
    }
    return price;
  }, base);
}

function stepOf(
  { id: priceListId, rule }: PriceList,
  { priceCentavos }: ListPrice,
  { priceCentavos: overCentavos }: ListPrice,
  isOwnEntry: boolean | undefined,
): ListStep {
  const made = { priceListId, priceCentavos };
  if (isOwnEntry !== undefined) return { ...made, by: isOwnEntry ? 'variant_entry' : 'product_entry' };
  if (rule === undefined) return { ...made, by: 'base' };
  const unroundedCentavos = byRule({ ...rule, roundingCentavos: 1 }, overCentavos);
  return { ...made, by: 'percentage', rule, overCentavos, unroundedCentavos };
}

function byRule({ percentBp, roundingCentavos }: PriceListRule, overCentavos: number): number {
  return shareOf(overCentavos, WHOLE_BP + percentBp, roundingCentavos);
}
