import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { MANDATORY_TYPES } from '../domain/event-types.ts';
import { webhookDisabled } from '../domain/replay.ts';
import type { Partitions } from '../use-cases/partitions.ts';
import { closedInstallationList } from '../store/closed-installation.ts';
import { deliveryReplayMany } from '../store/delivery-replay.ts';
import { endpointListSubscriptions } from '../store/endpoint-list-subscriptions.ts';
import { feedClockHold } from '../store/feed-clock-hold.ts';
import { replayItemTake, type ReplayItem } from '../store/replay-item.ts';

/** Kind of the job that replays what had failed in a range; its request is the id of the set. */
export const REPLAY_RANGE = 'replay_range';

const PART_DELIVERIES = 200;
/** Nothing but that there is a next part: what is done is no longer in the set. */
const MORE = 'more';

/** What ranges are replayed with. */
export interface ReplayRangeDeps {
  clock: Clock;
  partitions: Partitions;
}

/** The context of an app's job. A replay is of all the app's stores: the app stands where other jobs have the store. */
export const ofApp = (ctx: Context, appId: string): Context => ({ ...ctx, storeId: appId });

/**
 * Replays the deliveries of a set, those taken first that were made first. A part takes them out of the set in the transaction that makes
 * the new ones, so each is replayed once, whatever happens. Ends as failed when the endpoint is disabled meanwhile.
 */
export function replayRangeJob({ clock, partitions }: ReplayRangeDeps): BulkKind {
  return {
    async part(unit, { storeId: appId }, { request }) {
      const nowMs = clock.now();
      const day = await partitions.ready(nowMs);
      const endpoint = (await endpointListSubscriptions(unit, [appId])).get(appId);
      if (endpoint === undefined || endpoint.disabled) throw webhookDisabled();
      const items = await replayItemTake(unit, request.toString(), PART_DELIVERIES);
      const sent = await withoutClosed(unit, items);
      const replays = sent.map(({ delivery_id: oldId }) => ({ oldId, newId: newId('dlv') }));
      await deliveryReplayMany(unit, replays, day, nowMs);
      return { done: items.length, ...(items.length === PART_DELIVERIES && { position: MORE }) };
    },
  };
}

/** The items that may be sent: the installations of the others are gone since the replay was asked for. */
async function withoutClosed(tx: Queryable, items: ReplayItem[]): Promise<ReplayItem[]> {
  const byStore = Map.groupBy(items, ({ store_id }) => store_id ?? '');
  await feedClockHold(tx, [...byStore.keys()]);
  const closed = new Set<string>();
  for (const [storeId, ofStore] of byStore) {
    const ids = [...new Set(ofStore.map(({ installation_id }) => installation_id ?? ''))];
    for (const id of await closedInstallationList(tx, storeId, ids)) closed.add(id);
  }
  return items.filter(
    ({ installation_id, type }) => !closed.has(installation_id ?? '') || MANDATORY_TYPES.includes(type ?? ''),
  );
}
