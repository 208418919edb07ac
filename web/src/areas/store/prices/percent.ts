import { number } from '../../../lib/format.ts';

/** Formats hundredths of a percent with their sign: `+10 %`. */
export const signedPercent = (percentBp: number): string =>
  `${percentBp > 0 ? '+' : percentBp < 0 ? '−' : ''}${number(Math.abs(percentBp) / 100)} %`;

/** Rounding multiples of prices, in centavos. */
export const ROUNDINGS = [1, 100, 1_000, 10_000] as const;

export type Rounding = (typeof ROUNDINGS)[number];
