import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EVENT_EXAMPLES } from '@commerce/public-api/2026-10/examples/events.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { eraseFromLog } from '../src/rpc/erase-from-log.ts';
import { getAttempt } from '../src/rpc/get-attempt.ts';
import { COMMIT_MS } from '../src/domain/lease.ts';
import { replayDelivery } from '../src/rpc/replay-delivery.ts';
import { ERASE_BATCH } from '../src/store/attempt.ts';
import { Engine, LEASE_MS, newEvent, T0 } from './support/engine.ts';
import { testCa } from '@commerce/service-kit/testing/ca.ts';
import { Receiver } from './support/receiver.ts';

const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);
const DAY = 24 * 3600_000;
const EVENTS = ['customer.updated', 'order.updated', 'product.updated'];
const SCOPES = ['read_customers', 'read_orders', 'read_products'];
const NAME = 'Ana la Olvidada';
const ANSWER = `thanks, ${NAME}`;
const CUSTOMER = EVENT_EXAMPLES['customer.updated']!.resources.customer!;
const ORDER = EVENT_EXAMPLES['order.updated']!.resources.order!;
let engine: Engine;
let receiver: Receiver;
/** The store and the app, created for each test, and the erased customer. */
let store: string;
let appId: string;
let erased: string;

beforeAll(async () => {
  const ca = await testCa();
  receiver = await Receiver.start(ca);
  receiver.answer = (_request, response) => void response.writeHead(200).end(ANSWER);
  engine = await Engine.create({ ca: ca.ca, timeoutMs: 20_000 });
  engine.startDispatcher();
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

const erase = async (...subjectIds: string[]): Promise<boolean> => {
  const own = { ...ctx, storeId: store };
  const response = await eraseFromLog(engine.deps)(own, { subjectIds });
  return 'done' in response && response.done;
};
const MAX_CALLS = 50;
/** Erases as the customers service does: a call works for a second, and is repeated until it is done. */
async function eraseUntilDone(...subjectIds: string[]): Promise<void> {
  for (let calls = 1; !(await erase(...subjectIds)); calls++)
    if (calls === MAX_CALLS) throw new Error(`the erasure is not done after ${MAX_CALLS} calls`);
}
/** Delivers an event. @returns the id of its delivery */
async function deliver(type: string, subjectId: string, storeId = store): Promise<string> {
  const event = newEvent(storeId, type, { subjectId });
  await engine.receive(event);
  engine.wake();
  const mine = `event_id = '${event.id}'`;
  const [row] = await engine.until(
    (rows) => rows.length > 0 && rows.every(({ state }) => state === 'delivered'),
    'the delivery',
    mine,
  );
  return row!.id;
}
interface LoggedBody {
  body: string | null;
  response: string;
}
const loggedBody = async (deliveryId: string): Promise<LoggedBody> => {
  const [row] = await engine.query<LoggedBody>(
    `select convert_from(body, 'UTF8') as body, convert_from(response, 'UTF8') as response from attempt where delivery_id = $1`,
    [deliveryId],
  );
  return row!;
};
const ERASED = { body: null, response: '' };

test('attempts that name an erased customer lose body and response, and those of others stay', async () => {
  const named = [await deliver('customer.updated', erased), await deliver('order.updated', newId('ord'))];
  engine.nowMs += 20 * DAY;
  named.push(await deliver('order.updated', newId('ord')));
  const other = await deliver('customer.updated', newId('cus'));
  const elsewhere = newId('sto');
  engine.install(elsewhere, appId, SCOPES);
  const otherStore = await deliver('customer.updated', erased, elsewhere);
  await eraseUntilDone(erased);
  for (const delivery of named) expect(await loggedBody(delivery)).toEqual(ERASED);
  for (const delivery of [other, otherStore])
    expect(await loggedBody(delivery)).toEqual({ body: expect.stringContaining(NAME), response: ANSWER });
});

test('attempts that name an order lose body and response even if they do not name the customer', async () => {
  const id = newId('ord');
  engine.fetch = () => ({ order: { ...ORDER, id, customer: undefined } });
  const delivery = await deliver('order.updated', id);
  await eraseUntilDone(erased);
  expect(await loggedBody(delivery)).toMatchObject({ response: ANSWER });
  await eraseUntilDone(erased, id);
  expect(await loggedBody(delivery)).toEqual(ERASED);
});

test('an erasure waits for an attempt that is running when it begins, and then erases it', async () => {
  let answer!: () => void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const plain = receiver.answer;
  receiver.answer = (_request, response) => void answered.then(() => response.writeHead(200).end(ANSWER));
  receiver.received.length = 0;
  const event = newEvent(store, 'customer.updated', { subjectId: erased });
  await engine.receive(event);
  engine.wake();
  while (receiver.received.length === 0) await sleep(10);
  engine.nowMs += 100;
  expect(await erase(erased)).toBe(false);
  answer();
  const [row] = await engine.until(
    ([one]) => one?.state === 'delivered',
    'the delivery',
    `event_id = '${event.id}'`,
  );
  receiver.answer = plain;
  await eraseUntilDone(erased);
  expect(await loggedBody(row!.id)).toEqual(ERASED);
});

test('an erasure is not done as long as its attempts are not searched', async () => {
  const deliveryId = await deliver('customer.updated', erased);
  const now = new Date(engine.nowMs);
  await engine.query(
    'insert into log_erasure (store_id, subject_id, noted_at, settled_at, looked_to) values ($1, $2, $3, $3, $3)',
    [store, erased, now],
  );
  await engine.deps.db.transaction(async (tx) => {
    // As another process does that searches for it.
    await tx.command(`select from log_erasure where subject_id = '${erased}' for update`);
    expect(await erase(erased)).toBe(false);
  });
  expect(await loggedBody(deliveryId)).not.toEqual(ERASED);
  await eraseUntilDone(erased);
  expect(await loggedBody(deliveryId)).toEqual(ERASED);
});

test('an attempt that was claimed before an erasure is erased although it starts later', async () => {
  engine.nowMs += 1_000;
  const deliveryId = await deliver('customer.updated', erased);
  engine.nowMs -= 1_000;
  await eraseUntilDone(erased);
  expect(await loggedBody(deliveryId)).toEqual(ERASED);
});

const insertLeased = (leasedUntilMs: number) =>
  engine.query(
    `insert into delivery (id, app_id, store_id, installation_id, event_id, event_day, type, sees_costs, state, due_at, leased_until, created_at)
     values ($1, 'app_x', $2, 'ins_x', 'evt_x', '2099-11-03', 'product.updated', false, 'pending', $3, $3, $3)`,
    [newId('dlv'), store, new Date(leasedUntilMs)],
  );

test('an erasure waits until an attempt that was recorded right before the end of its lease is committed', async () => {
  await insertLeased(engine.nowMs - 1_000);
  expect(await erase(erased)).toBe(false);
  engine.nowMs += COMMIT_MS;
  await eraseUntilDone(erased);
});

test.each([
  [200, 'delivered'],
  [500, 'retrying'],
])(
  'an attempt that is recorded after its lease is logged without body and response (%i)',
  async (status, state) => {
    const plain = receiver.answer;
    receiver.answer = (_request, response) => void response.writeHead(status).end(ANSWER);
    // The lease ends now by the clock of the database, and later by that of the process.
    engine.nowMs = Date.now() - LEASE_MS;
    const event = newEvent(store, 'customer.updated', { subjectId: erased });
    await engine.receive(event);
    engine.wake();
    const where = `event_id = '${event.id}'`;
    const [row] = await engine.until(([one]) => one?.state === state, 'the late attempt', where);
    receiver.answer = plain;
    expect(await loggedBody(row!.id)).toEqual(ERASED);
    const [logged] = await engine.query('select status from attempt where delivery_id = $1', [row!.id]);
    expect(logged).toEqual({ status });
  },
);

test('an erasure does not wait for a delivery claimed after it began', async () => {
  await erase(newId('cus'));
  await eraseUntilDone(erased);
  engine.nowMs += LEASE_MS + 3_000;
  await insertLeased(engine.nowMs + LEASE_MS);
  await eraseUntilDone(erased);
});

test('the portal shows an erased attempt as such, and a replay sends the current data', async () => {
  const deliveryId = await deliver('customer.updated', erased);
  const request = { appId, deliveryId, startedAtMs: engine.nowMs };
  const attempt = async () => {
    const response = await getAttempt(engine.deps)(ctx, request);
    return 'attempt' in response ? response.attempt : undefined;
  };
  expect(await attempt()).toMatchObject({ isForgotten: false });
  await eraseUntilDone(erased);
  const empty = { body: Buffer.alloc(0), headers: [], response: Buffer.alloc(0) };
  expect(await attempt()).toMatchObject({ ...empty, isForgotten: true, status: 200 });
  engine.fetch = ({ subjectId }) => ({ customer: { ...CUSTOMER, id: subjectId, name: 'Erased' } });
  receiver.received.length = 0;
  const replay = await replayDelivery(engine.deps)(ctx, request);
  if (!('deliveryId' in replay)) throw new Error('a replay was expected');
  await engine.until(([row]) => row?.state === 'delivered', 'the replay', `id = '${replay.deliveryId}'`);
  expect(receiver.received[0]!.body).toContain('Erased');
});

test('an attempt that was not sent is not shown as erased', async () => {
  const deliveryId = await deliver('customer.updated', newId('cus'));
  await engine.query('update attempt set body = null, signed_at = null where delivery_id = $1', [deliveryId]);
  const found = await getAttempt(engine.deps)(ctx, { appId, deliveryId, startedAtMs: T0 });
  expect(found).toMatchObject({ attempt: { isForgotten: false } });
});

/** Inserts many attempts of the store, several in each ms, half of which name the customer. */
async function fill(count: number): Promise<void> {
  const day = await engine.deps.partitions.ensure(T0);
  await engine.query(
    `insert into attempt (day, delivery_id, app_id, store_id, number, started_at, duration_ms, url, status, response, signed_at, body)
     select $1, 'dlv_' || $2 || n, $3, $2, 1, $4::timestamptz + (n / 7) * interval '1 ms', 1, 'https://x', 200, 'ok', 1,
       convert_to($5 || case when n % 2 = 0 then $6 else 'none' end, 'UTF8') from generate_series(1, $7) n`,
    [day, store, appId, new Date(T0), 'it is ', erased, count],
  );
}
const countBodies = async (): Promise<number> =>
  (await engine.query('select 1 from attempt where store_id = $1 and body is not null', [store])).length;

test('many attempts are searched in batches by several processes at once', async () => {
  const count = ERASE_BATCH * 5;
  await fill(count);
  engine.nowMs += 1_000;
  const before = await countBodies();
  await Promise.all([eraseUntilDone(erased), eraseUntilDone(erased), eraseUntilDone(erased)]);
  expect(await countBodies()).toBe(before - count / 2);
});

test('several customers of a store are erased together even if their erasures began at different times', async () => {
  const customers = Array.from({ length: 30 }, () => newId('cus'));
  const named: string[] = [];
  for (const customer of customers.slice(0, 3)) named.push(await deliver('customer.updated', customer));
  for (const customer of customers.slice(0, 10)) await erase(customer);
  engine.nowMs += 1_000;
  await eraseUntilDone(...customers);
  for (const delivery of named) expect(await loggedBody(delivery)).toEqual(ERASED);
});

test('an erasure is deleted once it is older than the log', async () => {
  await eraseUntilDone(erased);
  engine.nowMs += 32 * DAY;
  await erase(newId('cus'));
  expect(await engine.query('select 1 from log_erasure where subject_id = $1', [erased])).toEqual([]);
});
