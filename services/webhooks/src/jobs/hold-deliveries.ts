import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../deps.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { heldDeliveryInsertNextOfApp } from '../store/held-delivery.ts';

/** Position of every further part: held deliveries are no longer open, so there is nothing to skip. */
const MORE = 'more';

/** Holds the ordinary deliveries of a suspended app. It ends early when the app is restored. */
export const holdDeliveriesJob = ({ clock }: Pick<Deps, 'clock'>): BulkKind => ({
  async part(unit, { storeId: appId }) {
    const done = await heldDeliveryInsertNextOfApp(unit, appId, clock.now(), MANDATORY_TYPES);
    return { done, ...(done > 0 && { position: MORE }) };
  },
});
