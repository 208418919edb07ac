import { MAX_AMOUNT_CENTAVOS, shareOf, WHOLE_BP, type RoundingCentavos } from './engine/amount.ts';
import { revise, type ProductPrices, type VariantPrices } from './product-prices.ts';

/** By how much a bulk change changes each amount. */
export interface AmountChange {
  /** What is added: hundredths of a percent, or centavos. */
  by: { percentBp: number } | { amountCentavos: number };
  /** The result is rounded to multiples of this, half up. */
  roundingCentavos: RoundingCentavos;
}

/** Which amounts of a product it changes. */
export type ChangedAmounts = 'prices' | 'costs';

/** An amount after the change: within bounds, and above 0 when it was, by one step of rounding at least. */
export function changeAmount({ by, roundingCentavos: step }: AmountChange, centavos: number): number {
  const changed =
    'percentBp' in by
      ? shareOf(centavos, WHOLE_BP + by.percentBp, step)
      : Math.floor((centavos + by.amountCentavos + step / 2) / step) * step;
  return Math.min(Math.max(changed, centavos > 0 ? step : 0), MAX_AMOUNT_CENTAVOS);
}

/** The product with all its prices, or all its costs, changed; the very same when none differs. */
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
