import { eventBody } from '@commerce/public-api/events/body.ts';
import type { Resources } from '@commerce/public-api/events/event.ts';
import type { EventVersions } from '@commerce/public-api/events/versions.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { FetchResources } from '../clients/resources.ts';
import { resourceOf, versionOf } from '../domain/api-version.ts';
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

/** An event with its resource. */
interface EventWithResources {
  event: StoredEvent;
  resources: Resources;
}

/** Events of a batch with their resources, by event id. */
type FetchedEvents = Map<string, EventWithResources>;

/**
 * Fetches the resources of the events of items backed by one service, in one batched fetch.
 * @throws Fault when the service does not respond
 */
export async function fetchEvents(
  { fetchResources, versions }: { fetchResources: FetchResources; versions: EventVersions },
  ctx: Context,
  items: readonly EventItem[],
  events: Map<string, StoredEvent>,
): Promise<FetchedEvents> {
  const distinct = [...new Set(items.map(({ eventId }) => eventId))].map((id) => events.get(id)!);
  const fetched = await fetchResources(ctx, resourceOf(versions, distinct[0]!.type), distinct);
  return new Map(
    distinct.map((event, i) => {
      const resources = exampleResources(event.type, event.subjectId) ?? fetched[i] ?? {};
      return [event.id, { event, resources }];
    }),
  );
}

/**
 * Renders the bodies of items, each in its version of the API; items of the same event share a body. An item whose data is malformed does
 * not affect the others.
 */
export function renderBodies<T extends EventItem>(
  versions: EventVersions,
  items: readonly T[],
  fetched: FetchedEvents,
  apiVersionOf: (item: T) => string,
): Bodies<T> {
  const built = new Map<string, Buffer>();
  const bodies: Bodies<T> = { rendered: [], malformed: [] };
  for (const item of items) {
    const { event, resources } = fetched.get(item.eventId)!;
    const { prefix, eventShapes } = versionOf(versions, apiVersionOf(item));
    const key = `${item.eventId} ${item.seesCosts} ${prefix}`;
    try {
      const body = built.get(key) ?? eventBody(eventShapes, event, resources, { costs: item.seesCosts });
      built.set(key, body);
      bodies.rendered.push({ item, event, body });
    } catch (err) {
      bodies.malformed.push({ item, err });
    }
  }
  return bodies;
}
