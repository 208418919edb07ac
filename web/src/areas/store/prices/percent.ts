import { number } from '../../../lib/format.ts';

/** Hundredths of a percent as people write them, with their sign: `+10 %`. */
export const signedPercent = (percentBp: number): string =>
  `${percentBp > 0 ? '+' : percentBp < 0 ? '−' : ''}${number(Math.abs(percentBp) / 100)} %`;

/** The multiples to which prices are rounded, in centavos. */
export const ROUNDINGS = [1, 100, 1_000, 10_000] as const;

export type Rounding = (typeof ROUNDINGS)[number];
