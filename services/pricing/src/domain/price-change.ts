import { NO_SUCH_VARIANT } from '@commerce/texts/ids.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { checkAmount } from './field-checks.ts';
import { revise, type ProductPrices, type VariantPrices } from './product-prices.ts';

/** Maximum number of variants of a product (decisions, "Ids, amounts, values"), and therefore of a change. */
const MAX_VARIANTS = 250;

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
  const errors = new FieldErrors();
  if (priceCentavos === undefined && variants.length === 0)
    errors.add('price', 'Give price, variants or both.', 'missing');
  checkOwnAmount(errors, product, 'price', priceCentavos);
  checkAmount(errors, 'price', priceCentavos ?? 1, 1);
  variants.forEach((v, index) => checkAmount(errors, `variants[${index}].price`, v.priceCentavos, 1));
  checkVariants(errors, product, variants);
  errors.throwIfAny();
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
  const errors = new FieldErrors();
  checkAmount(errors, 'cost', costCentavos ?? 0, 0);
  variants.forEach((v, index) => checkAmount(errors, `variants[${index}].cost`, v.costCentavos ?? 0, 0));
  checkVariants(errors, product, variants);
  if (costCentavos === undefined && variants.length === 0)
    errors.add('cost', 'Give cost, variants or both.', 'missing');
  errors.throwIfAny();
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
  const errors = new FieldErrors();
  checkOwnAmount(errors, product, 'compare_at_price', compareAtCentavos);
  checkAmount(errors, 'compare_at_price', compareAtCentavos ?? 1, 1);
  variants.forEach((v, index) =>
    checkAmount(errors, `variants[${index}].compare_at_price`, v.compareAtPriceCentavos ?? 1, 1),
  );
  checkVariants(errors, product, variants);
  if (compareAtCentavos === undefined && variants.length === 0)
    errors.add('compare_at_price', 'Give compare_at_price or variants.', 'missing');
  errors.throwIfAny();
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
export function checkOwnAmount(
  errors: FieldErrors,
  product: ProductPrices,
  field: keyof typeof ONLY_VARIANTS,
  centavos: number | null | undefined,
): void {
  if (product.variants.length > 0 && centavos !== undefined)
    errors.add(field, ONLY_VARIANTS[field], 'not_accepted');
}

/** Checks the ids of changed variants. */
export function checkVariants(
  errors: FieldErrors,
  product: ProductPrices,
  variants: { variantId: string }[],
): void {
  if (variants.length > MAX_VARIANTS) return errors.add('variants', `At most ${MAX_VARIANTS} variants.`);
  if (product.variants.length === 0 && variants.length > 0)
    return errors.add('variants', 'The product has no variants.', 'not_accepted');
  const known = new Set(product.variants.map(({ variantId }) => variantId));
  const seen = new Set<string>();
  for (const [n, { variantId }] of variants.entries()) {
    const field = `variants[${n}].id`;
    if (!known.has(variantId)) errors.add(field, NO_SUCH_VARIANT);
    else if (seen.has(variantId)) errors.add(field, 'Must be given only once.');
    seen.add(variantId);
  }
}
