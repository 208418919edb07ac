/** Message about a value that a list has before. */
export const REPEATED = 'Is given twice.';

/** Indexes of the values that a list has before. */
export function repeatedIndexes(values: readonly unknown[]): number[] {
  const seen = new Set<unknown>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index];
    seen.add(value);
    return [];
  });
}
