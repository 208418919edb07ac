import { route, type Page } from '../../route.ts';
import { presentEvent } from '../../events/body.ts';
import { EVENT_SHAPES } from '../events/types.ts';
import { EVENT_EXAMPLES } from '../examples/events.ts';
import { pages } from '../schemas/components.ts';
import { listEventsQuery, type EventJson } from '../schemas/event.ts';

const { event, resources, grants } = EVENT_EXAMPLES['product.deleted']!;

/** `GET /events`: an addition to the contract. Its items are bodies that the webhooks service renders. */
export const listEvents = route({
  method: 'GET',
  path: '/events',
  scope: null,
  query: listEventsQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.events,
    example: { data: [presentEvent(EVENT_SHAPES, event, resources, grants) as EventJson], next_cursor: null },
  },
  errors: [],
  summary: 'List events',
  description:
    'Returns the events of the store in the last 30 days, in the order in which they took effect: those that were sent to the ' +
    'installation as webhooks, and those that would have been sent if it had a working webhook. Each event requires the read scope of ' +
    'its resource; changes made by the app itself are not included. `data` is the resource in its current state. To continue after the ' +
    'last page, repeat its request: the page contains the same events, followed by new ones. Use `id` to skip events that you have ' +
    'already processed.',
  tag: 'Events',
  present: ({ items, nextCursor }: Page<Uint8Array>) => ({
    data: items.map((body) => JSON.parse(new TextDecoder().decode(body)) as EventJson),
    next_cursor: nextCursor,
  }),
});
