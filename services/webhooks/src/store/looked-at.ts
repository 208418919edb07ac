import type { Position } from '@commerce/service-kit/page-token.ts';

/**
 * Rows that are looked at for a page of a filtered list: however few of them pass, a page costs no more than this; then it is short,
 * and its token goes on behind them.
 */
export const LOOKED_AT = 5_000;

/** A row that passes, or the last one that was looked at. */
export interface LookedAt {
  /** Which one it was of those looked at, from 1. */
  n: number;
  passes: boolean;
}

/**
 * How many rows are to be looked at for a page. Where all pass, no more than the page takes: the planner is to know that.
 * @param isFiltered whether there may be rows that do not pass
 */
export const toLookAt = (isFiltered: boolean, limit: number): number => (isFiltered ? LOOKED_AT : limit + 1);

/**
 * Cuts a page out of the rows, of which one too many was asked for.
 * @param most how many were to be looked at
 */
export function cutLookedAt<R extends LookedAt>(
  rows: R[],
  limit: number,
  most: number,
  key: (row: R) => Position,
): { rows: R[]; next: Position | undefined } {
  const passing = rows.filter(({ passes }) => passes);
  if (passing.length > limit) return { rows: passing.slice(0, limit), next: key(passing[limit - 1]!) };
  const last = rows.at(-1);
  return { rows: passing, next: last?.n === most ? key(last) : undefined };
}
