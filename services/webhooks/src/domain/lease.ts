/** How long the owners of the resources have to answer, in ms. */
export const FETCH_MS = 3_000;
/** How long an attempt may take, in ms (contract, section 8). */
export const ATTEMPT_MS = 5_000;
/** What the database and a busy machine may take beside fetching and the attempt, in ms. */
const MARGIN_MS = 7_000;

/** How long a delivery belongs to the worker that claimed it, in ms: its attempt is made and recorded within. */
export const LEASE_MS = FETCH_MS + ATTEMPT_MS + MARGIN_MS;

/** By how much the clocks of two processes may differ, in ms. */
export const CLOCK_SKEW_MS = 2_000;
