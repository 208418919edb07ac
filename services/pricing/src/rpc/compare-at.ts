import type { SetCompareAtPricesRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';

/** A compare-at price as a request gives it; null for none, undefined to leave it as it is. */
export function compareAtOf(compareAt: SetCompareAtPricesRequest['compareAt']): number | null | undefined {
  if (compareAt === undefined) return undefined;
  return compareAt.$case === 'compareAtPriceCentavos' ? compareAt.value : null;
}
