import { eventBody, shapeOf } from '@commerce/public-api/2026-10/events/body.ts';
import type { PublicEvent } from '@commerce/public-api/2026-10/events/event.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { FetchResources } from '../clients/resources.ts';
import { exampleResources } from '../domain/test-event.ts';
import type { EventRow } from '../store/event-find-many.ts';

/** What tells an event: a delivery, or an entry of a feed. */
export interface Telling {
  event_id: string;
  /** Whether costs are told. */
  sees_costs: boolean;
}

/** What tells an event, with what it tells. */
export interface Ready<T extends Telling> {
  telling: T;
  event: EventRow;
  body: Buffer;
}

/** Those that can be told, and those whose data is broken: one of these keeps back none of the others. */
export interface Bodies<T extends Telling> {
  ready: Ready<T>[];
  broken: { telling: T; err: unknown }[];
}

/**
 * Makes the bodies of what tells events whose data comes from one service: it is asked once for all of them, and several deliveries of
 * an event share what it tells.
 * @throws Fault when the service does not answer
 */
export async function buildBodies<T extends Telling>(
  fetch: FetchResources,
  ctx: Context,
  group: readonly T[],
  events: Map<string, EventRow>,
): Promise<Bodies<T>> {
  const told = [...new Set(group.map(({ event_id }) => event_id))].map((id) => toEvent(events.get(id)!));
  const found = await fetch(ctx, shapeOf(told[0]!.type).resource, told);
  const place = new Map(told.map(({ id }, i) => [id, i]));
  const made = new Map<string, Buffer>();
  const bodies: Bodies<T> = { ready: [], broken: [] };
  for (const telling of group) {
    const i = place.get(telling.event_id)!;
    const key = `${telling.event_id} ${telling.sees_costs}`;
    try {
      const { type, subjectId } = told[i]!;
      const resources = exampleResources(type, subjectId) ?? found[i] ?? {};
      const body = made.get(key) ?? eventBody(told[i]!, resources, { costs: telling.sees_costs });
      made.set(key, body);
      bodies.ready.push({ telling, event: events.get(telling.event_id)!, body });
    } catch (err) {
      bodies.broken.push({ telling, err });
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
