import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { EVENT_EXAMPLES } from '@commerce/public-api/2026-10/examples/events.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import type { Dispatcher } from '../src/delivery/dispatcher.ts';
import { forgetCustomers } from '../src/jobs/forget-customers.ts';
import { getAttempt } from '../src/rpc/get-attempt.ts';
import { replayDelivery } from '../src/rpc/replay-delivery.ts';
import { FORGET_BATCH } from '../src/store/attempt-forget.ts';
import { Engine, newEvent, T0 } from './support/engine.ts';
import { Receiver, testCa } from './support/receiver.ts';

const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
const HOUR = 3600_000;
const DAY = 24 * HOUR;
const EVENTS = ['customer.updated', 'order.updated', 'product.updated'];
const SCOPES = ['read_customers', 'read_orders', 'read_products'];
const NAME = 'Ana la Olvidada';
const ANSWER = `thanks, ${NAME}`;
const CUSTOMER = EVENT_EXAMPLES['customer.updated']!.resources.customer!;
const ORDER = EVENT_EXAMPLES['order.updated']!.resources.order!;
let engine: Engine;
let receiver: Receiver;
let dispatcher: Dispatcher;
/** The store and the app that are new for each test, and the customer who is erased. */
let store: string;
let appId: string;
let erased: string;

beforeAll(async () => {
  const ca = await testCa();
  receiver = await Receiver.start(ca);
  receiver.answer = (_request, response) => void response.writeHead(200).end(ANSWER);
  engine = await Engine.create({ ca: ca.ca });
  dispatcher = engine.startDispatcher();
});
beforeEach(async () => {
  engine.nowMs = T0;
  [store, erased] = [newId('sto'), newId('cus')];
  ({ appId } = await engine.newApp(store, receiver.url, { events: EVENTS, scopes: SCOPES }));
  engine.fetch = ({ subjectId }) => ({
    customer: { ...CUSTOMER, id: subjectId, name: NAME },
    order: { ...ORDER, id: subjectId, customer: { ...ORDER.customer!, id: erased, name: NAME } },
  });
});
afterAll(async () => {
  await engine.close();
  await receiver.stop();
});

const forget = (isStopping?: () => boolean) => {
  const { db, clock } = engine.deps;
  return forgetCustomers({ db, clock, logger: createLogger('test', 'silent') }, isStopping);
};
/** Tells an event that is delivered. @returns its delivery */
async function tell(type: string, subjectId: string, storeId = store): Promise<string> {
  const event = newEvent(storeId, type, { subjectId });
  await engine.hear(event);
  dispatcher.wake();
  const mine = `event_id = '${event.id}'`;
  const [row] = await engine.until(
    (rows) => rows.length > 0 && rows.every(({ state }) => state === 'delivered'),
    'the delivery',
    mine,
  );
  return row!.id;
}
const erase = () => tell('customers.redact', erased);
interface Kept {
  body: string | null;
  response: string;
}
const kept = async (deliveryId: string): Promise<Kept> => {
  const [row] = await engine.query<Kept>(
    `select convert_from(body, 'UTF8') as body, convert_from(response, 'UTF8') as response from attempt where delivery_id = $1`,
    [deliveryId],
  );
  return row!;
};
const FORGOTTEN = { body: null, response: '' };
const notes = () =>
  engine.query<{ looked_to: Date }>('select looked_to from erased_customer where store_id = $1', [store]);

test('what told of an erased customer, or of an order of theirs, goes from the log; what told of others stays', async () => {
  const told = [await tell('customer.updated', erased), await tell('order.updated', newId('ord'))];
  engine.nowMs += 20 * DAY;
  told.push(await tell('order.updated', newId('ord')));
  const other = await tell('customer.updated', newId('cus'));
  const elsewhere = newId('sto');
  engine.install(elsewhere, appId, SCOPES);
  const otherStore = await tell('customer.updated', erased, elsewhere);
  const redact = await erase();
  engine.nowMs += HOUR;
  await forget();
  for (const delivery of told) expect(await kept(delivery)).toEqual(FORGOTTEN);
  for (const delivery of [other, otherStore])
    expect(await kept(delivery)).toEqual({ body: expect.stringContaining(NAME), response: ANSWER });
  // It names nobody, and shows that the app was told.
  expect(await kept(redact)).toEqual({ body: expect.stringContaining(erased), response: ANSWER });
});

test('the portal tells that it is kept no longer, and it can be sent again, with the data of now', async () => {
  const deliveryId = await tell('customer.updated', erased);
  const asking = { appId, deliveryId, startedAtMs: engine.nowMs };
  const attempt = async () => {
    const answer = await getAttempt(engine.deps)(ctx, asking);
    return 'attempt' in answer ? answer.attempt : undefined;
  };
  expect(await attempt()).toMatchObject({ isForgotten: false });
  await erase();
  engine.nowMs += HOUR;
  await forget();
  const empty = { body: Buffer.alloc(0), headers: [], response: Buffer.alloc(0) };
  expect(await attempt()).toMatchObject({ ...empty, isForgotten: true, status: 200 });
  engine.fetch = ({ subjectId }) => ({ customer: { ...CUSTOMER, id: subjectId, name: 'Anonymized' } });
  receiver.received.length = 0;
  const replay = await replayDelivery(engine.deps)(ctx, asking);
  if (!('deliveryId' in replay)) throw new Error('a replay was expected');
  await engine.until(([row]) => row?.state === 'delivered', 'the replay', `id = '${replay.deliveryId}'`);
  expect(receiver.received[0]!.body).toContain('Anonymized');
});

test('what was not sent is not told as forgotten', async () => {
  const deliveryId = await tell('customer.updated', newId('cus'));
  await engine.query('update attempt set body = null, signed_at = null where delivery_id = $1', [deliveryId]);
  const told = await getAttempt(engine.deps)(ctx, { appId, deliveryId, startedAtMs: T0 });
  expect(told).toMatchObject({ attempt: { isForgotten: false } });
});

test('what is sent after that of an order under way goes as well, for 90 days, and then the note', async () => {
  await erase();
  for (const days of [0, 1, 80]) {
    engine.nowMs = T0 + days * DAY + HOUR / 2;
    const late = await tell('order.updated', newId('ord'));
    engine.nowMs += HOUR + HOUR / 2;
    await forget();
    expect(await kept(late)).toEqual(FORGOTTEN);
    expect(await notes()).toHaveLength(1);
  }
  engine.nowMs = T0 + 91 * DAY;
  await forget();
  expect(await notes()).toEqual([]);
});

test('a customer of whom the apps no longer hear is forgotten as well', async () => {
  const told = await tell('customer.updated', erased);
  engine.installed.delete(store);
  await engine.hear(newEvent(store, 'customers.redact', { subjectId: erased }));
  engine.nowMs += HOUR;
  await forget();
  expect(await kept(told)).toEqual(FORGOTTEN);
});

/** Many attempts of the store that tell of the customer, several of them in each ms. */
async function fill(count: number): Promise<void> {
  const day = await engine.deps.partitions.ready(T0);
  await engine.query(
    `insert into attempt (day, delivery_id, app_id, store_id, number, started_at, duration_ms, url, status, response, signed_at, body)
     select $1, 'dlv_' || $2 || n, $3, $2, 1, $4::timestamptz + (n / 7) * interval '1 ms', 1, 'https://x', 200, 'ok', 1,
       convert_to($5 || case when n % 2 = 0 then $6 else 'nobody' end, 'UTF8') from generate_series(1, $7) n`,
    [day, store, appId, new Date(T0), 'it is ', erased, count],
  );
}
const tells = async (): Promise<number> =>
  (await engine.query('select 1 from attempt where store_id = $1 and body is not null', [store])).length;

test('many attempts are looked through a few at a time; whoever is stopped goes on where it was', async () => {
  const count = FORGET_BATCH * 5;
  await fill(count);
  engine.installed.delete(store);
  await engine.hear(newEvent(store, 'customers.redact', { subjectId: erased }));
  engine.nowMs += HOUR;
  const before = await tells();
  let parts = 0;
  await forget(() => ++parts > 32);
  const then = await tells();
  expect(then).toBeLessThan(before);
  expect(then).toBeGreaterThan(before - count / 2);
  engine.nowMs += HOUR;
  // Several processes at once, as in a cluster.
  await Promise.all([forget(), forget(), forget()]);
  expect(await tells()).toBe(before - count / 2);
});

test('several customers of a store are forgotten together, whenever each was erased', async () => {
  const customers = Array.from({ length: 30 }, () => newId('cus'));
  const told: string[] = [];
  for (const customer of customers.slice(0, 3)) told.push(await tell('customer.updated', customer));
  for (const [i, subjectId] of customers.entries()) {
    await engine.hear(newEvent(store, 'customers.redact', { subjectId }));
    engine.nowMs += 1_000;
    if (i % 10 === 0) await forget(() => true);
  }
  engine.nowMs += HOUR;
  await forget();
  for (const delivery of told) expect(await kept(delivery)).toEqual(FORGOTTEN);
  const looked = new Set((await notes()).map(({ looked_to }) => looked_to.getTime()));
  expect([...looked]).toEqual([engine.nowMs - 2 * 60_000]);
});
