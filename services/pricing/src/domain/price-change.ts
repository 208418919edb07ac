import { NO_SUCH_VARIANT } from '@commerce/texts/ids.ts';
import { conflict, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { MAX_AMOUNT_CENTAVOS } from './engine/amount.ts';
import { problem, throwIfInvalid } from './problems.ts';
import { revise, type ProductPrices, type VariantPrices } from './product-prices.ts';

/** Maximum number of variants of a product (decisions, "Ids, amounts, values"), and therefore of a change. */
export const MAX_VARIANTS = 250;

/** Change of base prices (contract, section 4, PUT /prices/:productId). */
export interface PriceChange {
  priceCentavos?: number | undefined;
  variants: { variantId: string; priceCentavos: number }[];
  /** The base price that the product must have. */
  expectedPriceCentavos?: number | undefined;
}

/** Change of costs. */
export interface CostChange {
  costCentavos?: number | undefined;
  /** Without a cost: the product's. */
  variants: { variantId: string; costCentavos?: number | undefined }[];
}

/** Change of compare-at prices, which are shown struck through. */
export interface CompareAtChange {
  /** Of the product itself; null: none. */
  compareAtCentavos?: number | null | undefined;
  /** Without a price: none. */
  variants: { variantId: string; compareAtPriceCentavos?: number | undefined }[];
}

/**
 * Changes the base prices of a product.
 * @throws Fault `invalid_request` with all problems, by the public names of the fields; `price_changed`
 */
export function changePrices(product: ProductPrices, change: PriceChange): ProductPrices {
  const { priceCentavos, variants, expectedPriceCentavos } = change;
  const isEmpty = priceCentavos === undefined && variants.length === 0;
  const details = [
    ...(isEmpty ? [problem('price', 'Give price, variants or both.', 'missing')] : []),
    ...ownAmountProblems(product, 'price', priceCentavos),
    ...(priceCentavos === undefined ? [] : amountProblems('price', priceCentavos, 1)),
    ...variants.flatMap((v, n) => amountProblems(`variants[${n}].price`, v.priceCentavos, 1)),
    ...variantProblems(product, variants),
  ];
  throwIfInvalid(details);
  if (expectedPriceCentavos !== undefined && expectedPriceCentavos !== product.priceCentavos) {
    const message = `The current price is ${product.priceCentavos / 100}.`;
    throw conflict('price_changed', message, 'expected.price');
  }
  const patches = variants.map((v) => patch(v.variantId, { priceCentavos: v.priceCentavos }));
  return revise(product, { priceCentavos, variants: new Map(patches) });
}

/**
 * Changes the costs of a product.
 * @throws Fault `invalid_request` with all problems
 */
export function changeCosts(product: ProductPrices, { costCentavos, variants }: CostChange): ProductPrices {
  const details = [
    ...(costCentavos === undefined ? [] : amountProblems('cost', costCentavos, 0)),
    ...variants.flatMap((v, n) => amountProblems(`variants[${n}].cost`, v.costCentavos ?? 0, 0)),
    ...variantProblems(product, variants),
  ];
  if (costCentavos === undefined && variants.length === 0)
    details.push(problem('cost', 'Give cost, variants or both.', 'missing'));
  throwIfInvalid(details);
  const patches = variants.map((v) => patch(v.variantId, { costCentavos: v.costCentavos ?? null }));
  return revise(product, { costCentavos, variants: new Map(patches) });
}

/**
 * Changes the compare-at prices of a product.
 * @throws Fault `invalid_request` with all problems
 */
export function changeCompareAtPrices(
  product: ProductPrices,
  { compareAtCentavos, variants }: CompareAtChange,
): ProductPrices {
  const details = [
    ...ownAmountProblems(product, 'compare_at_price', compareAtCentavos),
    ...amountProblems('compare_at_price', compareAtCentavos ?? 1, 1),
    ...variants.flatMap((v, n) =>
      amountProblems(`variants[${n}].compare_at_price`, v.compareAtPriceCentavos ?? 1, 1),
    ),
    ...variantProblems(product, variants),
  ];
  if (compareAtCentavos === undefined && variants.length === 0)
    details.push(problem('compare_at_price', 'Give compare_at_price or variants.', 'missing'));
  throwIfInvalid(details);
  const patches = variants.map((v) =>
    patch(v.variantId, { compareAtCentavos: v.compareAtPriceCentavos ?? null }),
  );
  return revise(product, { compareAtCentavos, variants: new Map(patches) });
}

const patch = (id: string, changes: Partial<VariantPrices>): [string, Partial<VariantPrices>] => [
  id,
  changes,
];

const ONLY_VARIANTS = {
  price: 'The product has variants: set their prices, from which its base price derives.',
  compare_at_price: 'The product has variants: set their compare-at prices.',
};

/** Checks that an amount of the product itself is only set for a product without variants. */
export function ownAmountProblems(
  product: ProductPrices,
  field: keyof typeof ONLY_VARIANTS,
  centavos: number | null | undefined,
): FaultDetail[] {
  if (product.variants.length === 0 || centavos === undefined) return [];
  return [problem(field, ONLY_VARIANTS[field], 'not_accepted')];
}

/** Checks the ids of changed variants. */
export function variantProblems(product: ProductPrices, variants: { variantId: string }[]): FaultDetail[] {
  if (variants.length > MAX_VARIANTS) return [problem('variants', `At most ${MAX_VARIANTS} variants.`)];
  if (product.variants.length === 0 && variants.length > 0)
    return [problem('variants', 'The product has no variants.', 'not_accepted')];
  const known = new Set(product.variants.map(({ variantId }) => variantId));
  const seen = new Set<string>();
  return variants.flatMap(({ variantId }, n) => {
    const isRepeated = seen.has(variantId);
    seen.add(variantId);
    const field = `variants[${n}].id`;
    if (!known.has(variantId)) return [problem(field, NO_SUCH_VARIANT)];
    return isRepeated ? [problem(field, 'Must be given only once.')] : [];
  });
}

/** Checks an amount. */
export function amountProblems(field: string, centavos: number, min: 0 | 1): FaultDetail[] {
  if (Number.isSafeInteger(centavos) && centavos >= min && centavos <= MAX_AMOUNT_CENTAVOS) return [];
  return [problem(field, `Must be ${min === 1 ? 'above' : 'at least'} 0 and at most 10^12.`)];
}
