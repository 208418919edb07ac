/** Message about a duplicate value in a list. */
export const REPEATED = 'Duplicate value.';

/** Indexes of values that appear earlier in the list. */
export function repeatedIndexes(values: readonly unknown[]): number[] {
  const seen = new Set<unknown>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index];
    seen.add(value);
    return [];
  });
}
