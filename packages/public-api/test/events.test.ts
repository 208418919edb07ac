import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { eventBody, MAX_EVENT_BODY_BYTES } from '../src/events/body.ts';
import { EVENT_SHAPES } from '../src/2026-10/events/types.ts';
import { eventSchema } from '../src/2026-10/schemas/event.ts';
import { EVENT_EXAMPLES, type EventExample } from '../src/2026-10/examples/events.ts';

const folder = new URL('../src/2026-10/golden/events/', import.meta.url);
const goldenEvent = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
const bodyOf = ({ event, resources, grants }: EventExample) =>
  eventBody(EVENT_SHAPES, event, resources, grants);

describe.each(Object.entries(EVENT_EXAMPLES))('%s', (name, example) => {
  test('the body equals the golden body byte for byte', () => {
    expect(bodyOf(example).toString()).toBe(JSON.stringify(goldenEvent(name)));
  });

  test('the body satisfies the schema of its type', () => {
    expect(eventSchema.safeParse(goldenEvent(name)).error?.issues ?? []).toEqual([]);
  });
});

test('every golden file is compared, and every event type has one', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    Object.keys(EVENT_EXAMPLES)
      .map((name) => `${name}.json`)
      .toSorted(),
  );
  const types = new Set(Object.values(EVENT_EXAMPLES).map(({ event }) => event.type));
  expect([...types].toSorted()).toEqual(Object.keys(EVENT_SHAPES).toSorted());
});

describe('the size of a body', () => {
  const { event, resources, grants } = EVENT_EXAMPLES['product.updated']!;
  const withDescription = (length: number, character = 'x') => {
    const description = character.repeat(length);
    return eventBody(EVENT_SHAPES, event, { product: { ...resources.product!, description } }, grants);
  };
  const overhead = withDescription(0).length;

  test('is up to exactly 256 KB without truncation', () => {
    const body = withDescription(MAX_EVENT_BODY_BYTES - overhead);
    expect(body).toHaveLength(MAX_EVENT_BODY_BYTES);
    expect(JSON.parse(body.toString())).not.toHaveProperty('meta');
  });

  test.each(['x', 'ñ', '€'])('above 256 KB, data is only the id and meta has truncated (%s)', (character) => {
    const length = Math.floor((MAX_EVENT_BODY_BYTES - overhead) / Buffer.byteLength(character)) + 1;
    expect(JSON.parse(withDescription(length, character).toString())).toEqual({
      ...(goldenEvent('product.updated') as object),
      data: { id: event.subjectId },
      meta: { truncated: true },
    });
  });

  test('keeps the other fields of meta', () => {
    const order = EVENT_EXAMPLES['order.updated']!;
    const [line] = order.resources.order!.lineItems;
    const lineItems = Array.from({ length: 2_000 }, () => line!);
    const body = eventBody(
      EVENT_SHAPES,
      order.event,
      { order: { ...order.resources.order!, lineItems } },
      order.grants,
    );
    expect(JSON.parse(body.toString()).meta).toEqual({
      status: 'shipped',
      previous_status: 'preparing',
      changed: ['status'],
      truncated: true,
    });
  });
});

test('an unknown event type is an error', () => {
  for (const type of ['product.drafted', 'constructor', ''])
    expect(() =>
      eventBody(EVENT_SHAPES, { ...EVENT_EXAMPLES['ping']!.event, type }, {}, { costs: false }),
    ).toThrow('no event');
});

test('a data request that is sent after the erasure of the customer contains no hash of the email', () => {
  const { event, resources } = EVENT_EXAMPLES['customers.data_request']!;
  const customer = { ...resources.customer!, erasedAtMs: 1 };
  const body = JSON.parse(eventBody(EVENT_SHAPES, event, { customer }, { costs: false }).toString()) as {
    data: object;
  };
  expect(body.data).toEqual({ customer_id: event.subjectId, email_hash: null });
});
