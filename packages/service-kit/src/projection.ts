/** Access to a projection: a local copy of another service's data that its events keep, and which may lag behind. */
export interface Projection<Found, Missing, Fetched> {
  /** Reads the projection: the data in it, and what of the request it lacks; `missing` is undefined when it lacks nothing. */
  find: () => Promise<{ found: Found; missing?: Missing | undefined }>;
  /** Calls the owner for what is missing; undefined when the owner does not have it either. */
  fetch: (missing: Missing) => Promise<Fetched | undefined>;
  /** Applies what was fetched, as a consumer of the owner's events would. */
  save: (fetched: Fetched) => Promise<unknown>;
}

/**
 * Reads a projection, after fetching from the owner what it lacks. Call it before the transaction that depends on the data, which
 * then finds it complete, or may answer that it does not exist.
 * @throws Fault when something is missing and the owner is down
 */
export async function readThrough<Found, Missing, Fetched>({
  find,
  fetch,
  save,
}: Projection<Found, Missing, Fetched>): Promise<Found> {
  const { found, missing } = await find();
  if (missing === undefined) return found;
  const fetched = await fetch(missing);
  if (fetched === undefined) return found;
  await save(fetched);
  return (await find()).found;
}

/**
 * Waits for work that precedes a keyed write, and defers its failure to the write: a key that already has an answer returns it even
 * while the owner of the data is down.
 * @returns the result of the work; throws its failure
 */
export async function deferFailure<T>(work: Promise<T>): Promise<() => T> {
  const [outcome] = await Promise.allSettled([work]);
  return () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}
