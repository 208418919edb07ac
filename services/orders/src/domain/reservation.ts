import { Fault } from '@commerce/service-kit/fault.ts';

/** Lifetime of a reservation that is not confirmed, in ms (design, "Order creation"). */
export const RESERVATION_MS = 2 * 60 * 1000;

/** Time that must be left of it for an order to be committed, in ms: longer than any pause between the check and the commit. */
export const MIN_RESERVATION_LEFT_MS = 30 * 1000;

/** Nothing was done, and a retry can succeed. */
export const retryLater = (cause: string): Fault =>
  new Fault('unavailable', 'The service is not available at the moment.', { cause });
