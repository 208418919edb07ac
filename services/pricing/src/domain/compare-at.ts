import type { SetCompareAtPricesRequest } from '@commerce/proto/commerce/pricing/v1/pricing.ts';

/** Reads a compare-at price from a request; null for none, undefined to leave it unchanged. */
export function compareAtOf(compareAt: SetCompareAtPricesRequest['compareAt']): number | null | undefined {
  if (compareAt === undefined) return undefined;
  return compareAt.$case === 'compareAtPriceCentavos' ? compareAt.value : null;
}
