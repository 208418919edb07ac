/** Parts of a list, of a size except the last one. */
export const partsOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_part, at) =>
    list.slice(at * size, (at + 1) * size),
  );
