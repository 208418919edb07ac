import { eventBody, shapeOf } from '@commerce/public-api/2026-10/events/body.ts';
import type { PublicEvent } from '@commerce/public-api/2026-10/events/event.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { FetchResources } from '../clients/resources.ts';
import type { ClaimedDelivery } from '../store/delivery-claim-due.ts';
import type { EventRow } from '../store/event-find-many.ts';

/** How long the owners of the resources have to answer, in ms. */
export const FETCH_MS = 3_000;

/** A delivery with what it tells. */
export interface Ready {
  delivery: ClaimedDelivery;
  event: EventRow;
  body: Buffer;
}

/** The deliveries that can be sent, and those whose data is broken: one of these keeps back none of the others. */
export interface Bodies {
  ready: Ready[];
  broken: { delivery: ClaimedDelivery; err: unknown }[];
}

/**
 * Makes the bodies of deliveries whose data comes from one service: it is asked once for all of them, and several deliveries of an
 * event share what it tells.
 * @throws Fault when the service does not answer
 */
export async function buildBodies(
  fetch: FetchResources,
  group: ClaimedDelivery[],
  events: Map<string, EventRow>,
): Promise<Bodies> {
  const told = [...new Set(group.map(({ event_id }) => event_id))].map((id) => toEvent(events.get(id)!));
  const ctx = systemContext(told[0]!.id, Date.now() + FETCH_MS);
  const found = await fetch(ctx, shapeOf(told[0]!.type).resource, told);
  const place = new Map(told.map(({ id }, i) => [id, i]));
  const made = new Map<string, Buffer>();
  const bodies: Bodies = { ready: [], broken: [] };
  for (const delivery of group) {
    const i = place.get(delivery.event_id)!;
    const key = `${delivery.event_id} ${delivery.sees_costs}`;
    try {
      const body = made.get(key) ?? eventBody(told[i]!, found[i] ?? {}, { costs: delivery.sees_costs });
      made.set(key, body);
      bodies.ready.push({ delivery, event: events.get(delivery.event_id)!, body });
    } catch (err) {
      bodies.broken.push({ delivery, err });
    }
  }
  return bodies;
}

const toEvent = ({ id, type, occurred_at, store_id, subject_id, payload }: EventRow): PublicEvent => ({
  id,
  type,
  occurredAtMs: occurred_at.getTime(),
  storeId: store_id,
  subjectId: subject_id,
  payload,
});
