import type { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { EnumName } from '@commerce/proto/enum.ts';

/** A product in the projection of the catalog. */
export interface StockedProduct {
  productId: string;
  type: EnumName<typeof ProductType>;
  /** In the order of their positions; none for a product without variants. */
  variantIds: string[];
  draft: boolean;
  deleted: boolean;
  /** Until then no order can reserve it; null when it is not about to be deleted. */
  retiringUntilMs: number | null;
}

/** A product as the projection stores it. */
export interface ProductRecord {
  productId: string;
  sku: string | null;
  type: EnumName<typeof ProductType>;
  /** In the order of their positions; none for a product without variants. */
  variants: { variantId: string; sku: string | null }[];
  /** The shops that sell it; empty: every shop. */
  shopIds: string[];
  draft: boolean;
  /** The catalog's version of the product. */
  version: number;
}

/** Duration for which a product that is about to be deleted cannot be reserved, in ms. */
export const RETIRING_MS = 60_000;

/** True while the catalog is about to delete a product. */
export const isRetiring = ({ retiringUntilMs }: StockedProduct, nowMs: number): boolean =>
  retiringUntilMs !== null && retiringUntilMs > nowMs;

/** A problem with a field. */
export interface FieldProblem {
  reason: 'invalid_value' | 'missing';
  field: string;
  message: string;
}

/**
 * The problem with a product and variant that cannot have stock; undefined when they can.
 * @param variantId empty when none is given
 * @param prefix of the field names, e.g. `lines[0].`
 */
export function variantProblem(
  { type, variantIds }: Pick<StockedProduct, 'type' | 'variantIds'>,
  variantId: string,
  prefix = '',
): FieldProblem | undefined {
  const problem = (field: string, message: string, reason: FieldProblem['reason'] = 'invalid_value') => ({
    reason,
    field: `${prefix}${field}`,
    message,
  });
  if (type === 'service') return problem('product', 'A service has no stock.');
  if (variantIds.length === 0)
    return variantId === '' ? undefined : problem('variant', 'The product has no variants.');
  if (variantId === '') return problem('variant', 'The product has variants: name one.', 'missing');
  return variantIds.includes(variantId) ? undefined : problem('variant', 'The product has no such variant.');
}
