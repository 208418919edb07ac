import type { Kind } from './data/kinds.ts';
import { productLines } from './data/wording.ts';
import { isCoprime } from './numbers.ts';
import type { StoreModel } from './store-model.ts';

/** Data derived from a product's number, enough for a unique name within the store. */
export interface ProductPlan {
  kind: Kind;
  brand: string | null;
  /** From 0 (none, cheap) to 1 (expensive). */
  brandRank: number;
  spec: string;
  /** From 0 (small) to 1 (large). */
  specRank: number;
  /** Line of the brand, empty while brands and specs suffice. */
  line: string;
  /** The kind's code and the product's number within the kind; other stores use the same. */
  naturalSku: string;
}

/** The step nearest to the golden ratio that visits all `count` positions, so that adjacent products differ. */
function stepFor(count: number): number {
  let step = Math.max(1, Math.round(count * 0.618));
  while (!isCoprime(step, count)) step++;
  return step;
}

const steps = new Map<number, number>();

/** Position of a number after a shuffle of `count` positions without a table. */
function scatter(index: number, count: number, offset: number): number {
  const step = steps.get(count) ?? stepFor(count);
  steps.set(count, step);
  return (index * step + offset) % count;
}

function lineOf(round: number): string {
  if (round === 0) return '';
  return productLines[round - 1] ?? `Mod. ${round}`;
}

/** The plan of a product: kinds alternate, and brands and specs within a kind. */
export function planProduct(model: StoreModel, index: number): ProductPlan {
  const serial = Math.floor(index / model.kinds.length);
  const place = scatter(index % model.kinds.length, model.kinds.length, serial * 13);
  const kind = model.kinds[place] as Kind;
  // One more choice than brands: some products have none.
  const choices = kind.brands.length + 1;
  const all = choices * kind.specs.length;
  const choice = scatter(serial % all, all, place);
  const brandAt = choice % choices;
  const specAt = Math.floor(choice / choices);
  return {
    kind,
    brand: kind.brands[brandAt] ?? null,
    brandRank: kind.brands[brandAt] === undefined ? 0 : (brandAt + 1) / kind.brands.length,
    spec: kind.specs[specAt] as string,
    specRank: kind.specs.length < 2 ? 0.5 : specAt / (kind.specs.length - 1),
    line: lineOf(Math.floor(serial / all)),
    naturalSku: `${kind.code}-${String(serial + 1).padStart(4, '0')}`,
  };
}

/** Display name. */
export function nameOf(plan: ProductPlan): string {
  return [plan.kind.name, plan.brand, plan.line, plan.spec].filter(Boolean).join(' ');
}
