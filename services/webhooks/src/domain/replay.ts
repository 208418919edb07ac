import type { Context } from '@commerce/service-kit/context.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';

/** Bulk-job kind of a range replay; its request is the id of the replay set. */
export const REPLAY_RANGE = 'replay_range';

/** The context of an app's bulk job: it covers all stores of the app, so the app id takes the place of the store id. */
export const appJobContext = (ctx: Context, appId: string): Context => ({ ...ctx, storeId: appId });

/** Longest range of a replay or of hourly statistics (contract, section 8), in ms. */
const MAX_RANGE_MS = 7 * 24 * 3600 * 1000;
/** The last valid time, in ms. */
const MAX_TIME_MS = Date.UTC(9999, 0);

/** Checks a time in ms. @throws Fault when it is out of range */
export function requireTime(field: string, ms: number): void {
  if (ms < 0 || ms > MAX_TIME_MS) throw invalid(field, 'Must be a time between 1970 and 9999.');
}

/**
 * Checks a range [from, to).
 * @throws Fault when it is empty, longer than 7 days or not made of valid times
 */
export function requireRange(fromMs: number, toMs: number): void {
  requireTime('from', fromMs);
  requireTime('to', toMs);
  if (toMs <= fromMs) throw invalid('to', 'Must be after the beginning of the range.');
  if (toMs - fromMs > MAX_RANGE_MS) throw invalid('to', 'Must be at most 7 days after the beginning.');
}

/** The refusal to replay to a disabled endpoint. */
export const webhookDisabled = () =>
  conflict('webhook_disabled', 'The endpoint is disabled; reactivate it before you replay.');

/** The refusal to replay an ordinary event of a store that has uninstalled the app. */
export const installationUninstalled = () =>
  conflict(
    'installation_uninstalled',
    'The app is no longer installed on that store; only mandatory events can be replayed.',
  );

/** The refusal to replay an ordinary event of a suspended store. */
export const storeSuspended = () =>
  conflict(
    'store_suspended',
    'The platform has suspended that store; only mandatory events can be replayed.',
  );

/** The refusal to replay an event older than 30 days. */
export const eventNotKept = () => conflict('event_not_kept', 'The event is no longer kept.');
