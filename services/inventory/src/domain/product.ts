/** What the rules of stock need to know of a product. */
export interface StockedProduct {
  productId: string;
  /** simple, variable or service; null when it is not known yet. */
  type: string | null;
  /** In the order of their positions; none for a product without variants. */
  variantIds: string[];
  draft: boolean;
  deleted: boolean;
  /** Until then no order can reserve it; null when it is not about to be deleted. */
  retiringUntilMs: number | null;
}

/** How long a product that is about to be deleted cannot be reserved, in ms. */
export const RETIRING_MS = 60_000;

/** Whether the catalogue is about to delete a product. */
export const isRetiring = ({ retiringUntilMs }: StockedProduct, nowMs: number): boolean =>
  retiringUntilMs !== null && retiringUntilMs > nowMs;

/** What is wrong with a field. */
export interface FieldProblem {
  reason: 'invalid_value' | 'missing';
  field: string;
  message: string;
}

/**
 * Why a product and a variant do not name something of which there can be stock; undefined when they do.
 * @param variantId empty when none is named
 * @param at what comes before the names of the fields, e.g. `lines[0].`
 */
export function goodsProblem(
  { type, variantIds }: Pick<StockedProduct, 'type' | 'variantIds'>,
  variantId: string,
  at = '',
): FieldProblem | undefined {
  const bad = (field: string, message: string, reason: FieldProblem['reason'] = 'invalid_value') => ({
    reason,
    field: `${at}${field}`,
    message,
  });
  if (type === 'service') return bad('product', 'A service has no stock.');
  if (variantIds.length === 0)
    return variantId === '' ? undefined : bad('variant', 'The product has no variants.');
  if (variantId === '') return bad('variant', 'The product has variants: say which.', 'missing');
  return variantIds.includes(variantId) ? undefined : bad('variant', 'The product has no such variant.');
}
