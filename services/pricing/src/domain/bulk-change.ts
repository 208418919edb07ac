import type { StartBulkPriceChangeRequest_Target as Target } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import { MAX_AMOUNT_CENTAVOS, shareOf, WHOLE_BP, type RoundingCentavos } from './engine/amount.ts';
import { revise, type ProductPrices, type VariantPrices } from './product-prices.ts';

/** Products of a store that a bulk change applies to: those that match every given condition; drafts too. */
export interface ProductSelection {
  categoryId?: string | undefined;
  brandId?: string | undefined;
  productIds?: string[] | undefined;
}

/** Change that a bulk change makes to each amount. */
export interface AmountChange {
  /** Added to the amount: basis points of it, or centavos. */
  by: { percentBp: number } | { amountCentavos: number };
  /** The result is rounded half up to multiples of this. */
  roundingCentavos: RoundingCentavos;
}

/** The amounts of a product that a bulk change applies to. */
export type ChangedAmounts = Exclude<EnumName<typeof Target>, 'price_list'>;

/** Changes an amount within its bounds; an amount above 0 stays at least one step of rounding above it. */
export function changeAmount({ by, roundingCentavos: step }: AmountChange, centavos: number): number {
  const changed =
    'percentBp' in by
      ? shareOf(centavos, WHOLE_BP + by.percentBp, step)
      : Math.floor((centavos + by.amountCentavos + step / 2) / step) * step;
  return Math.min(Math.max(changed, centavos > 0 ? step : 0), MAX_AMOUNT_CENTAVOS);
}

/** Changes all prices, or all costs, of a product; returns the same object when none differs. */
export function changeAll(
  product: ProductPrices,
  amounts: ChangedAmounts,
  change: AmountChange,
): ProductPrices {
  const patch =
    amounts === 'prices'
      ? ({ priceCentavos }: VariantPrices) => ({ priceCentavos: changeAmount(change, priceCentavos) })
      : ({ costCentavos }: VariantPrices) => ({ costCentavos: changeKnown(change, costCentavos) });
  const variants = new Map(product.variants.map((variant) => [variant.variantId, patch(variant)]));
  return amounts === 'prices'
    ? revise(product, { priceCentavos: changeAmount(change, product.priceCentavos), variants })
    : revise(product, { costCentavos: changeKnown(change, product.costCentavos), variants });
}

/** An unknown amount stays unknown. */
const changeKnown = (change: AmountChange, centavos: number | null): number | null =>
  centavos === null ? null : changeAmount(change, centavos);
