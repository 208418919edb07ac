import { eventBody, shapeOf } from '@commerce/public-api/2026-10/events/body.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { FetchResources } from '../clients/resources.ts';
import type { StoredEvent } from '../domain/stored-event.ts';
import { exampleResources } from '../domain/test-event.ts';

/** A delivery, or an entry of a feed. */
export interface EventItem {
  eventId: string;
  /** True when the body contains costs. */
  seesCosts: boolean;
}

/** A delivery (or feed entry) with its rendered body. */
export interface RenderedItem<T extends EventItem> {
  item: T;
  event: StoredEvent;
  body: Buffer;
}

/** Rendered items, and those whose data is malformed. */
export interface Bodies<T extends EventItem> {
  rendered: RenderedItem<T>[];
  malformed: { item: T; err: unknown }[];
}

/**
 * Builds the bodies of items backed by one service, in one batched fetch; items of the same event share a body. An item
 * whose data is malformed does not affect the others.
 * @throws Fault when the service does not respond
 */
export async function buildBodies<T extends EventItem>(
  fetchResources: FetchResources,
  ctx: Context,
  items: readonly T[],
  events: Map<string, StoredEvent>,
): Promise<Bodies<T>> {
  const distinct = [...new Set(items.map(({ eventId }) => eventId))].map((id) => events.get(id)!);
  const fetched = await fetchResources(ctx, shapeOf(distinct[0]!.type).resource, distinct);
  const resourcesOf = new Map(distinct.map(({ id }, i) => [id, fetched[i] ?? {}]));
  const built = new Map<string, Buffer>();
  const bodies: Bodies<T> = { rendered: [], malformed: [] };
  for (const item of items) {
    const event = events.get(item.eventId)!;
    const key = `${item.eventId} ${item.seesCosts}`;
    try {
      const resources = exampleResources(event.type, event.subjectId) ?? resourcesOf.get(event.id)!;
      const body = built.get(key) ?? eventBody(event, resources, { costs: item.seesCosts });
      built.set(key, body);
      bodies.rendered.push({ item, event, body });
    } catch (err) {
      bodies.malformed.push({ item, err });
    }
  }
  return bodies;
}
