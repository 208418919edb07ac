import { conflict } from '@commerce/service-kit/fault.ts';
import { amountProblems, placeProblems, variantProblems } from './price-change.ts';
import { problem, refuse } from './problems.ts';
import { revise, type ProductPrices } from './product-prices.ts';

/** New amounts of a variant; what is not named stays as it is. */
export interface VariantEdit {
  variantId: string;
  priceCentavos?: number | undefined;
  /** Null: none. */
  compareAtCentavos?: number | null;
  /** Null: as the product's. */
  costCentavos?: number | null;
}

/** A change of a product's amounts, all together. */
export interface PriceEdit {
  /** The version that the product's amounts must have. */
  expectedVersion?: number | undefined;
  priceCentavos?: number | undefined;
  /** Null: none. */
  compareAtCentavos?: number | null | undefined;
  /** Null: unknown. */
  costCentavos?: number | null | undefined;
  variants: VariantEdit[];
}

/**
 * The product with other amounts.
 * @throws Fault `invalid_request` with all that is wrong; `changed_since_read`
 */
export function editPrices(product: ProductPrices, edit: PriceEdit): ProductPrices {
  const { expectedVersion, variants, ...own } = edit;
  const { priceCentavos, compareAtCentavos, costCentavos } = own;
  const isEmpty = Object.values(own).every((amount) => amount === undefined) && variants.length === 0;
  refuse([
    ...(isEmpty ? [problem('price', 'Give price, compare_at_price, cost or variants.', 'missing')] : []),
    ...placeProblems(product, 'price', priceCentavos),
    ...placeProblems(product, 'compare_at_price', compareAtCentavos),
    ...amountProblems('price', priceCentavos ?? 1, 1),
    ...amountProblems('compare_at_price', compareAtCentavos ?? 1, 1),
    ...amountProblems('cost', costCentavos ?? 0, 0),
    ...variants.flatMap((variant, n) => [
      ...amountProblems(`variants[${n}].price`, variant.priceCentavos ?? 1, 1),
      ...amountProblems(`variants[${n}].compare_at_price`, variant.compareAtCentavos ?? 1, 1),
      ...amountProblems(`variants[${n}].cost`, variant.costCentavos ?? 0, 0),
    ]),
    ...variantProblems(product, variants),
  ]);
  if (expectedVersion !== undefined && expectedVersion !== product.priceVersion)
    throw conflict('changed_since_read', 'The prices were changed since they were read.', 'expected_version');
  const patches = variants.map(({ variantId, ...amounts }) => [variantId, named(amounts)] as const);
  return revise(product, { priceCentavos, compareAtCentavos, costCentavos, variants: new Map(patches) });
}

/** Without what is not named: a patch says only what it changes. */
function named({ priceCentavos, compareAtCentavos, costCentavos }: Omit<VariantEdit, 'variantId'>) {
  return {
    ...(priceCentavos !== undefined && { priceCentavos }),
    ...(compareAtCentavos !== undefined && { compareAtCentavos }),
    ...(costCentavos !== undefined && { costCentavos }),
  };
}
