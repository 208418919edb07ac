import { route, type Page } from '../../route.ts';
import { presentEvent } from '../events/body.ts';
import { EVENT_EXAMPLES } from '../examples/events.ts';
import { pages } from '../schemas/components.ts';
import { listEventsQuery, type EventJson } from '../schemas/event.ts';

const { event, resources, grants } = EVENT_EXAMPLES['product.deleted']!;

/** `GET /events`: additive, the contract has it not. Its items are the bodies that the webhooks service makes. */
export const listEvents = route({
  method: 'GET',
  path: '/events',
  scope: null,
  query: listEventsQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.events,
    example: { data: [presentEvent(event, resources, grants) as EventJson], next_cursor: null },
  },
  errors: [],
  summary: 'List events',
  description:
    'What has happened in the store in the last 30 days, in the order in which it took effect: the events that the installation was sent as ' +
    'webhooks, and those that it would have been sent if it had a webhook that works. Each needs the read scope of its resource; what the ' +
    'app did itself is not told. `data` is the resource as it is now. To go on after the last page, ask with the cursor that the last ' +
    'page was asked with: its events come once more, followed by what is new; tell them apart by `id`.',
  tag: 'Events',
  present: ({ items, nextCursor }: Page<Uint8Array>) => ({
    data: items.map((body) => JSON.parse(new TextDecoder().decode(body)) as EventJson),
    next_cursor: nextCursor,
  }),
});
