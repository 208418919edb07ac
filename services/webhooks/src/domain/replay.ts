import { conflict, invalid } from '@commerce/service-kit/fault.ts';

/** Longest range that is replayed or counted at once (contract, section 8), in ms. */
export const MAX_RANGE_MS = 7 * 24 * 3600 * 1000;
/** The last moment that there is a date for, in ms. */
const LAST_MS = Date.UTC(9999, 0);

/** Checks a time in ms. @throws Fault for one that there is no date for */
export function requireTime(field: string, ms: number): void {
  if (ms < 0 || ms > LAST_MS) throw invalid(field, 'Must be a time between 1970 and 9999.');
}

/**
 * Checks a range [from, to).
 * @throws Fault when it is empty, longer than 7 days, or of no time that there is
 */
export function requireRange(fromMs: number, toMs: number): void {
  requireTime('from', fromMs);
  requireTime('to', toMs);
  if (toMs <= fromMs) throw invalid('to', 'Must be after the beginning of the range.');
  if (toMs - fromMs > MAX_RANGE_MS) throw invalid('to', 'Must be at most 7 days after the beginning.');
}

/** Nothing is sent to an endpoint that is disabled. */
export const webhookDisabled = () =>
  conflict('webhook_disabled', 'The endpoint is disabled; reactivate it before you replay.');

/** Nothing but what is mandatory is sent for a store that has uninstalled the app. */
export const installationUninstalled = () =>
  conflict(
    'installation_uninstalled',
    'The app is not installed on that store any more; nothing of it is sent but mandatory events.',
  );

/** What is older than 30 days is gone. */
export const eventNotKept = () => conflict('event_not_kept', 'The event is no longer kept.');
