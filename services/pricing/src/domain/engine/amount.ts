/** Maximum amount, in centavos: 10^12 pesos (decisions, "Ids, amounts, values"). */
export const MAX_AMOUNT_CENTAVOS = 1e14;

/** 100 % in basis points, hundredths of a percent. */
export const WHOLE_BP = 10_000;

/** Maximum that a rule of a price list may add, in basis points: +1,000 %. */
export const MAX_PERCENT_BP = 100_000;

/** Multiples to which a price may be rounded, in centavos: 1 (no rounding), whole pesos, tens, hundreds. */
export type RoundingCentavos = 1 | 100 | 1_000 | 10_000;

/**
 * Computes `amount × shareBp / 10,000`, rounded half up once, to a multiple of `step`; at most MAX_AMOUNT_CENTAVOS.
 *
 * Exact though the product exceeds 2^53: of `amount = q × 10,000 + r` the share is `q × shareBp + r × shareBp / 10,000`,
 * and for amounts and shares within their bounds each of these is below 1.2 × 10^15.
 * @param amount 0 to MAX_AMOUNT_CENTAVOS
 * @param shareBp 0 to WHOLE_BP + MAX_PERCENT_BP
 */
export function shareOf(amount: number, shareBp: number, step: RoundingCentavos = 1): number {
  const rest = amount % WHOLE_BP;
  const whole = ((amount - rest) / WHOLE_BP) * shareBp;
  const part = rest * shareBp;
  // Half of a larger step is a whole number of centavos, so fractions of a centavo cannot change the result.
  const rounded =
    step === 1
      ? whole + Math.floor((part + WHOLE_BP / 2) / WHOLE_BP)
      : Math.floor((whole + Math.floor(part / WHOLE_BP) + step / 2) / step) * step;
  return Math.min(rounded, MAX_AMOUNT_CENTAVOS);
}
