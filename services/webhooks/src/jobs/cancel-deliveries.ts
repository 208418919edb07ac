import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../deps.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { deliveryCancelNextOfDisabled } from '../store/delivery.ts';

/** Position of every further part: cancelled deliveries are no longer open, so there is nothing to skip. */
const MORE = 'more';

/** Cancels the ordinary deliveries of a disabled endpoint. It ends early when the endpoint is active again. */
export const cancelDeliveriesJob = ({ clock }: Pick<Deps, 'clock'>): BulkKind => ({
  async part(unit, { storeId: appId }) {
    const done = await deliveryCancelNextOfDisabled(unit, appId, clock.now(), MANDATORY_TYPES);
    return { done, ...(done > 0 && { position: MORE }) };
  },
});
