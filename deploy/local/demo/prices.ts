import type { Kind } from './data/kinds.ts';
import type { Rng } from './random.ts';

const CENTAVOS = 100;

/** A price rounded as a shop would: the higher, the rounder. */
export function shelfPriceCentavos(pesos: number, rng: Rng): number {
  if (pesos >= 100_000) return (Math.ceil(pesos / 1000) * 1000 - rng.pick([0, 1, 100])) * CENTAVOS;
  if (pesos >= 10_000) return (Math.ceil(pesos / 100) * 100 - rng.pick([0, 0, 1, 10])) * CENTAVOS;
  if (pesos >= 1500) return (Math.ceil(pesos / 50) * 50 - rng.pick([0, 0, 10])) * CENTAVOS;
  return Math.ceil(pesos / 10) * 10 * CENTAVOS + rng.pick([0, 0, 50, 99]);
}

/** The price of a kind in pesos, rising with specs and brands. `spec` and `brand` are from 0 to 1. */
export function kindPesos(kind: Kind, spec: number, brand: number, rng: Rng): number {
  const [low, high] = kind.pesos;
  const middle = low + (high - low) * spec;
  return middle * (0.88 + 0.24 * brand) * (0.95 + 0.1 * rng.float());
}

/** The cost at a margin, rounded to ten centavos; undefined when price or margin is unknown. */
export function costOfCentavos(priceCentavos: number, costShare: number | undefined): number | undefined {
  if (priceCentavos === 0 || costShare === undefined) return undefined;
  return Math.round((priceCentavos * costShare) / 10) * 10;
}
