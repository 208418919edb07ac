/** Time limit of fetching resources from their owners, in ms. */
export const FETCH_MS = 3_000;
/** Time limit of an attempt, in ms (contract, section 8). */
export const ATTEMPT_MS = 5_000;
/** Allowance for the database and a busy machine, in ms. */
const MARGIN_MS = 7_000;

/** Lease of a claimed delivery, in ms: its attempt is made and recorded within it. */
export const LEASE_MS = FETCH_MS + ATTEMPT_MS + MARGIN_MS;

/** Maximum difference between the clocks of two processes, or of a process and the database, in ms. */
export const CLOCK_SKEW_MS = 2_000;

/** Time after a lease within which an attempt that was recorded before its end is committed: a statement's time limit, in ms. */
export const COMMIT_MS = 10_000 + CLOCK_SKEW_MS;
