import type { Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Axis } from './data/axes.ts';
import { typeIdAt } from './ids.ts';
import { costOfCentavos, shelfPriceCentavos } from './prices.ts';
import type { Rng } from './random.ts';
import { ean13, slugify } from './text.ts';

/** Maximum number of variants of a demo product. */
const MAX_VARIANTS = 60;

/** Product data that variants inherit. */
export interface VariantBasis {
  createdAtMs: number;
  idRng: Rng;
  naturalSku: string;
  imageBase: string;
  pesos: number;
  hasPrice: boolean;
  /** Cost as a share of the price; undefined when unknown. */
  costShare: number | undefined;
}

/** A value with its index on the axis, which raises the price. */
interface Choice {
  axis: Axis;
  value: string;
  index: number;
}

function windowOf(axis: Axis, length: number, rng: Rng): Choice[] {
  const size = Math.min(length, axis.values.length);
  const start = rng.below(axis.values.length - size + 1);
  return axis.values.slice(start, start + size).map((value, at) => ({ axis, value, index: start + at }));
}

/** Number of values of each axis: usually few, sometimes nearly all. */
function sizesOf(axes: readonly Axis[], rng: Rng): number[] {
  const all = axes.map((axis) => axis.values.length);
  const isBig = rng.chance(0.05) && all.reduce((product, size) => product * size, 1) >= 30;
  if (isBig) {
    // Cuts the last axes first, to keep the first ones (sizes) complete.
    let remaining = MAX_VARIANTS;
    return all.map((size) => {
      const kept = Math.min(size, Math.max(1, remaining));
      remaining = Math.floor(remaining / kept);
      return kept;
    });
  }
  if (axes.length === 1) return [rng.between(2, 8)];
  if (axes.length === 2) return [rng.between(2, 4), rng.between(1, 3)];
  return [rng.between(2, 3), 2, rng.between(1, 2)];
}

function combinations(choices: Choice[][]): Choice[][] {
  return choices.reduce<Choice[][]>(
    (rows, axis) => rows.flatMap((row) => axis.map((choice) => [...row, choice])),
    [[]],
  );
}

/** Drops some combinations, but keeps at least four. */
function dropSome(rows: Choice[][], rng: Rng): Choice[][] {
  if (rows.length < 6) return rows;
  return rows.filter((_, at) => at < 4 || !rng.chance(0.05));
}

/** Variants that differ only in values without influence on the price cost exactly the same. */
function makePriceOf(basis: VariantBasis, rng: Rng): (row: Choice[]) => number {
  const known = new Map<number, number>();
  return (row) => {
    const factor = row.reduce((product, { axis, index }) => product * (1 + axis.growth * index), 1);
    const price = known.get(factor) ?? (basis.hasPrice ? shelfPriceCentavos(basis.pesos * factor, rng) : 0);
    known.set(factor, price);
    return price;
  };
}

function makeVariant(
  row: Choice[],
  position: number,
  priceCentavos: number,
  basis: VariantBasis,
  rng: Rng,
): Variant {
  const name = row.map((choice) => choice.value).join(' / ');
  const isReduced = priceCentavos > 0 && rng.chance(0.12);
  const hasSku = position === 0 || !rng.chance(0.04);
  return {
    id: typeIdAt('var', basis.createdAtMs, position + 1, basis.idRng),
    sku: hasSku ? `${basis.naturalSku}-${String(position + 1).padStart(2, '0')}` : undefined,
    barcode: rng.chance(0.7) ? ean13(rng) : undefined,
    name,
    attributes: row.map((choice) => ({ name: choice.axis.name, value: choice.value })),
    images: rng.chance(0.25) ? [`${basis.imageBase}-${slugify(name)}.jpg`] : [],
    priceCentavos,
    compareAtPriceCentavos: isReduced
      ? shelfPriceCentavos((priceCentavos / 100) * (1.1 + 0.3 * rng.float()), rng)
      : undefined,
    isActive: !rng.chance(0.06),
    position,
    costCentavos: costOfCentavos(priceCentavos, basis.costShare),
  };
}

/** The variants of a product along its axes, with distinct attributes and at least one active. */
export function makeVariants(axes: readonly Axis[], basis: VariantBasis, rng: Rng): Variant[] {
  const sizes = sizesOf(axes, rng);
  const choices = axes.map((axis, at) => windowOf(axis, sizes[at] as number, rng));
  const rows = dropSome(combinations(choices), rng);
  const priceOf = makePriceOf(basis, rng);
  const variants = rows.map((row, position) => makeVariant(row, position, priceOf(row), basis, rng));
  if (!variants.some((variant) => variant.isActive)) (variants[0] as Variant).isActive = true;
  return variants;
}
