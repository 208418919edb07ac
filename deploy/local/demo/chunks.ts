/** How many records a chunk has, the last one excepted. */
export const CHUNK_SIZE = 1000;

/** The records of the indexes 0 to `count`, made chunk by chunk. */
export function* chunksOf<T>(count: number, make: (index: number) => T): Generator<T[], void, undefined> {
  for (let from = 0; from < count; from += CHUNK_SIZE) {
    const size = Math.min(CHUNK_SIZE, count - from);
    yield Array.from({ length: size }, (_, at) => make(from + at));
  }
}

/** The same where an index gives none, one or several records; the last of an index are not torn from it. */
export function* chunksOfMany<T>(
  count: number,
  make: (index: number) => T[],
): Generator<T[], void, undefined> {
  let chunk: T[] = [];
  for (let index = 0; index < count; index++) {
    for (const record of make(index)) chunk.push(record);
    if (chunk.length >= CHUNK_SIZE) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}
