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

/** The price of an item by the first list of a chain: its own entry, its product's, the rule, else the base price. */
export function listPrice(chain: readonly PriceList[], item: Item): ListPrice {
  const base: ListPrice = { priceCentavos: item.basePriceCentavos, source: 'base' };
  // From the far end, so that each rule finds the price that it is over.
  return chain.reduceRight<ListPrice>((over, list) => {
    const fixed =
      list.entries.get(entryKey(item.productId, item.variantId)) ??
      list.entries.get(entryKey(item.productId));
    if (fixed !== undefined) return { priceCentavos: fixed, source: 'price_list' };
    return list.rule === undefined
      ? base
      : { priceCentavos: byRule(list.rule, over.priceCentavos), source: 'price_list' };
  }, base);
}

function byRule({ percentBp, roundingCentavos }: PriceListRule, overCentavos: number): number {
  return shareOf(overCentavos, WHOLE_BP + percentBp, roundingCentavos);
}
