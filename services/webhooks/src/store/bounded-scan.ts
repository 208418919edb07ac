import type { Position } from '@commerce/service-kit/page-token.ts';

/**
 * Rows that are read at most for a page of a filtered list. It bounds the cost of a page however few rows match: the
 * page is then short, and its token continues after the rows read.
 */
export const MAX_SCANNED = 5_000;

/** Columns that a bounded statement adds to each row: it returns the matching rows, and the last row that it read. */
export interface Scanned {
  /** Position among the rows read, from 1. */
  n: number;
  passes: boolean;
}

/**
 * Rows to read for a page; when every row matches, only those of the page, so that the planner can rely on it.
 * @param isFiltered whether some rows may not match
 */
export const scanLimit = (isFiltered: boolean, limit: number): number =>
  isFiltered ? MAX_SCANNED : limit + 1;

/**
 * Cuts a page out of the rows, which may include one more than the page holds.
 * @param most the `scanLimit` of the statement
 */
export function cutScanned<R extends Scanned>(
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
