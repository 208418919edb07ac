import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../deps.ts';
import { feedClockLockMany } from '../store/feed-clock.ts';
import {
  heldDeliveryListNextOfApp,
  heldDeliveryReleaseMany,
  type HeldDelivery,
} from '../store/held-delivery.ts';
import { suspendedAppLock } from '../store/suspended-app.ts';

/**
 * Releases the held deliveries of a restored app, in the order of their keys. Those of suspended stores stay held: the
 * restoration of the store releases them. It ends early when the app is suspended again.
 */
export const releaseDeliveriesJob = ({ clock }: Pick<Deps, 'clock'>): BulkKind => ({
  async part(unit, { storeId: appId }, { position }) {
    const held = await heldDeliveryListNextOfApp(unit, appId, heldOf(position));
    const last = held.at(-1);
    // The clocks before the app, as in the restoration of a store: no store is suspended or restored until the commit.
    await feedClockLockMany(unit, [...new Set(held.map(({ storeId }) => storeId))]);
    if (last === undefined || (await suspendedAppLock(unit, appId))) return { done: 0 };
    await heldDeliveryReleaseMany(unit, held, clock.now());
    return { done: held.length, position: positionOf(last) };
  },
});

/** Position of the part after a delivery. The store of a ping is empty. */
const positionOf = ({ storeId, deliveryId }: HeldDelivery): string => `${storeId} ${deliveryId}`;

function heldOf(position: string): HeldDelivery {
  const [storeId = '', deliveryId = ''] = position.split(' ');
  return { storeId, deliveryId };
}
