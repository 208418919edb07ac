import { conflict } from '@commerce/service-kit/fault.ts';

/** Bulk-job kind that holds the ordinary deliveries of a suspended app. */
export const HOLD_DELIVERIES = 'hold_deliveries';
/** Bulk-job kind that releases the held deliveries of a restored app. */
export const RELEASE_DELIVERIES = 'release_deliveries';

/** The refusal to send or replay an ordinary event to a suspended app. */
export const appSuspended = () =>
  conflict('suspended', 'The app or its developer is suspended; only mandatory events are sent to it.');
