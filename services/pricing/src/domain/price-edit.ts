import { conflict } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { checkAmount } from './field-checks.ts';
import { checkOwnAmount, checkVariants } from './price-change.ts';
import { revise, type ProductPrices } from './product-prices.ts';

/** New amounts of a variant; absent ones stay unchanged. */
export interface VariantEdit {
  variantId: string;
  priceCentavos?: number | undefined;
  /** Null: none. */
  compareAtCentavos?: number | null;
  /** Null: the product's. */
  costCentavos?: number | null;
}

/** Change of several amounts of a product together. */
export interface PriceEdit {
  /** Version that the product's amounts must have. */
  expectedVersion?: number | undefined;
  priceCentavos?: number | undefined;
  /** Null: none. */
  compareAtCentavos?: number | null | undefined;
  /** Null: unknown. */
  costCentavos?: number | null | undefined;
  variants: VariantEdit[];
}

/**
 * Changes amounts of a product.
 * @throws Fault `invalid_request` with all problems; `changed_since_read`
 */
export function editPrices(product: ProductPrices, edit: PriceEdit): ProductPrices {
  const { expectedVersion, variants, ...own } = edit;
  const { priceCentavos, compareAtCentavos, costCentavos } = own;
  const errors = new FieldErrors();
  if (Object.values(own).every((amount) => amount === undefined) && variants.length === 0)
    errors.add('price', 'Give price, compare_at_price, cost or variants.', 'missing');
  checkOwnAmount(errors, product, 'price', priceCentavos);
  checkOwnAmount(errors, product, 'compare_at_price', compareAtCentavos);
  checkAmount(errors, 'price', priceCentavos ?? 1, 1);
  checkAmount(errors, 'compare_at_price', compareAtCentavos ?? 1, 1);
  checkAmount(errors, 'cost', costCentavos ?? 0, 0);
  for (const [n, variant] of variants.entries()) {
    checkAmount(errors, `variants[${n}].price`, variant.priceCentavos ?? 1, 1);
    checkAmount(errors, `variants[${n}].compare_at_price`, variant.compareAtCentavos ?? 1, 1);
    checkAmount(errors, `variants[${n}].cost`, variant.costCentavos ?? 0, 0);
  }
  checkVariants(errors, product, variants);
  errors.throwIfAny();
  if (expectedVersion !== undefined && expectedVersion !== product.priceVersion)
    throw conflict('changed_since_read', 'The prices were changed since they were read.', 'expected_version');
  const patches = variants.map(({ variantId, ...amounts }) => [variantId, withoutAbsent(amounts)] as const);
  return revise(product, { priceCentavos, compareAtCentavos, costCentavos, variants: new Map(patches) });
}

/** Removes absent amounts: a patch has only the changed ones. */
function withoutAbsent({ priceCentavos, compareAtCentavos, costCentavos }: Omit<VariantEdit, 'variantId'>) {
  return {
    ...(priceCentavos !== undefined && { priceCentavos }),
    ...(compareAtCentavos !== undefined && { compareAtCentavos }),
    ...(costCentavos !== undefined && { costCentavos }),
  };
}
