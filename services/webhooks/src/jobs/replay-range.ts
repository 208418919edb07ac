import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../deps.ts';
import { appSuspended } from '../domain/app-suspension.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { webhookDisabled } from '../domain/replay.ts';
import { closedInstallationList } from '../store/closed-installation.ts';
import { deliveryReplayMany } from '../store/delivery.ts';
import { endpointListSubscriptions } from '../store/endpoint.ts';
import { feedClockLockMany } from '../store/feed-clock.ts';
import { replayItemTake, type ReplayItem } from '../store/replay-item.ts';
import { suspendedStoreList } from '../store/suspended-store.ts';

const PART_DELIVERIES = 200;
/** Position of every further part: finished items are no longer in the set, so there is nothing to skip. */
const MORE = 'more';

/**
 * Replays the deliveries of a set, in the order of their creation. Each part removes them from the set in the
 * transaction that creates the new ones, so each is replayed exactly once. The job fails when the endpoint is disabled
 * or the app suspended before it ends.
 */
export function replayRangeJob({ clock, partitions }: Pick<Deps, 'clock' | 'partitions'>): BulkKind {
  return {
    async part(unit, { storeId: appId }, { request }) {
      const nowMs = clock.now();
      const day = await partitions.ensure(nowMs);
      const endpoint = (await endpointListSubscriptions(unit, [appId])).get(appId);
      if (endpoint === undefined || endpoint.disabled) throw webhookDisabled();
      if (endpoint.suspended) throw appSuspended();
      const items = await replayItemTake(unit, request.toString(), PART_DELIVERIES);
      const sent = await withoutRefused(unit, items);
      const replays = sent.map(({ deliveryId: oldId }) => ({ oldId, newId: newId('dlv') }));
      await deliveryReplayMany(unit, replays, day, nowMs);
      return { done: items.length, ...(items.length === PART_DELIVERIES && { position: MORE }) };
    },
  };
}

/** The items that may be sent: ordinary ones of suspended stores, and of installations closed since the request, are removed. */
async function withoutRefused(tx: Queryable, items: ReplayItem[]): Promise<ReplayItem[]> {
  const byStore = Map.groupBy(items, ({ storeId }) => storeId ?? '');
  await feedClockLockMany(tx, [...byStore.keys()]);
  const closed = new Set<string>();
  for (const [storeId, ofStore] of byStore) {
    const ids = [...new Set(ofStore.map(({ installationId }) => installationId ?? ''))];
    for (const id of await closedInstallationList(tx, storeId, ids)) closed.add(id);
  }
  const suspended = await suspendedStoreList(tx, [...byStore.keys()]);
  return items.filter(
    ({ storeId, installationId, type }) =>
      MANDATORY_TYPES.includes(type ?? '') ||
      !(closed.has(installationId ?? '') || suspended.has(storeId ?? '')),
  );
}
