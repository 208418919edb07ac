import type {
  PriceExplanation_ListStep_Rule as Rule,
  PriceSource,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import { shareOf, WHOLE_BP, type RoundingCentavos } from './amount.ts';

/** Rule by which a price list computes the prices that it does not fix. */
export interface PriceListRule {
  /** Percentage added, in basis points; negative subtracts, at most 100 %. */
  percentBp: number;
  /** The list whose resolved price the rule changes; the base price when absent. */
  overListId?: string | undefined;
  roundingCentavos: RoundingCentavos;
}

/** A price list, with the entries of the products to be priced. */
export interface PriceList {
  id: string;
  /** Absent: items without a fixed price have their base price. */
  rule?: PriceListRule | undefined;
  /** Fixed prices in centavos by `entryKey`. */
  entries: ReadonlyMap<string, number>;
}

/** A variant, or a product without variants, to be priced. */
export interface Item {
  productId: string;
  /** Absent for a product without variants. */
  variantId?: string | undefined;
  basePriceCentavos: number;
}

/** A price before promotions. */
export interface ListPrice {
  priceCentavos: number;
  source: Exclude<EnumName<typeof PriceSource>, 'promotion'>;
}

/** Key of a fixed price: of a variant, or of a product and its variants without their own. */
export const entryKey = (productId: string, variantId = ''): string => `${productId}/${variantId}`;

/**
 * Returns the list of an id, the list that it is based on, and so on.
 * @throws Error when a list is missing or they form a cycle: neither can be saved
 */
export function chainOf(lists: readonly PriceList[], id: string): PriceList[] {
  const chain: PriceList[] = [];
  for (let next: string | undefined = id; next !== undefined; next = chain.at(-1)!.rule?.overListId) {
    const list = lists.find((candidate) => candidate.id === next);
    if (list === undefined) throw new Error(`price list ${next} is missing`);
    if (chain.includes(list)) throw new Error(`price list ${next} is based on itself`);
    chain.push(list);
  }
  return chain;
}

/** Finds a list that is based on itself, directly or through others; undefined when there is none. */
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

/** Price that a list of a chain computed. */
export type ListStep = { priceListId: string; priceCentavos: number } & (
  | { by: Exclude<EnumName<typeof Rule>, 'percentage'> }
  | { by: 'percentage'; rule: PriceListRule; overCentavos: number; unroundedCentavos: number }
);

/**
 * Resolves the price of an item by the first list of a chain: its own entry, its product's, the rule, else the base price.
 * @param steps receives the steps that the price depends on, in order
 */
export function listPrice(chain: readonly PriceList[], item: Item, steps?: ListStep[]): ListPrice {
  const base: ListPrice = { priceCentavos: item.basePriceCentavos, source: 'base' };
  // Starts at the end of the chain, so that each rule has the price that it changes.
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
      // Only a percentage depends on the previous steps.
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
  const step = { priceListId, priceCentavos };
  if (isOwnEntry !== undefined) return { ...step, by: isOwnEntry ? 'variant_entry' : 'product_entry' };
  if (rule === undefined) return { ...step, by: 'base' };
  const unroundedCentavos = byRule({ ...rule, roundingCentavos: 1 }, overCentavos);
  return { ...step, by: 'percentage', rule, overCentavos, unroundedCentavos };
}

function byRule({ percentBp, roundingCentavos }: PriceListRule, overCentavos: number): number {
  return shareOf(overCentavos, WHOLE_BP + percentBp, roundingCentavos);
}
