import { expect, test } from 'vitest';
import { encodedEventsOf, messagesOf, type OutboxRow } from './messages.ts';

const row = (id: number, type = 'stock.changed', bytes = 10): OutboxRow => ({
  id,
  store_id: 'sto_a',
  event_id: `evt_${id}`,
  subject: `commerce.inventory.${type}.sto_a`,
  message: Buffer.alloc(bytes, id),
});
const idsOf = (rows: OutboxRow[]) => messagesOf(rows).map(({ rows: of }) => of.map(({ id }) => id));

test('events of one type that follow each other share a message, in their order', () => {
  const rows = [row(1), row(2), row(3, 'reservation.expired'), row(4), row(5)];
  expect(idsOf(rows)).toEqual([[1, 2], [3], [4, 5]]);
  const [first] = messagesOf(rows);
  expect(first).toMatchObject({ subject: 'commerce.inventory.stock.changed.sto_a', id: 'evt_1,evt_2' });
  expect(encodedEventsOf(first!.message)).toEqual([row(1).message, row(2).message]);
});

test('a message has at most 16 events', () => {
  const ids = Array.from({ length: 40 }, (_, n) => n);
  expect(idsOf(ids.map((id) => row(id)))).toEqual([ids.slice(0, 16), ids.slice(16, 32), ids.slice(32)]);
});

test('a message has at most 64 KiB, or one event', () => {
  const rows = [row(1, 'a.b', 40_000), row(2, 'a.b', 25_000), row(3, 'a.b', 1_000), row(4, 'a.b', 900_000)];
  expect(idsOf([...rows, row(5, 'a.b')])).toEqual([[1, 2], [3], [4], [5]]);
});

test.each([
  ['no bytes', Buffer.alloc(0)],
  ['other bytes', Buffer.from([0xff, 0xff, 0xff])],
])('a message of %s is one event that cannot be decoded', (_what, message) => {
  expect(encodedEventsOf(message)).toEqual([message]);
});
