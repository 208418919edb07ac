/** Number of records per chunk, except the last one. */
export const CHUNK_SIZE = 1000;

/** Yields the records of the indexes 0 to `count`, chunk by chunk. */
export function* chunksOf<T>(count: number, make: (index: number) => T): Generator<T[], void, undefined> {
  for (let from = 0; from < count; from += CHUNK_SIZE) {
    const size = Math.min(CHUNK_SIZE, count - from);
    yield Array.from({ length: size }, (_, at) => make(from + at));
  }
}

/** The same where an index yields any number of records; the records of one index stay in one chunk. */
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
