import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { CustomerRedact } from '@commerce/proto/commerce/customers/v1/events.ts';
import type { EraseBuyerResponse } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { CreateCustomerResponse, CustomerType } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { advanceErasures } from '../src/jobs/advance-erasures.ts';
import { createContact } from '../src/rpc/create-contact.ts';
import { createCustomer } from '../src/rpc/create-customer.ts';
import { eraseCustomer } from '../src/rpc/erase-customer.ts';
import { exportCustomerData } from '../src/rpc/export-customer-data.ts';
import { getCustomer } from '../src/rpc/get-customer.ts';
import { promoteContact } from '../src/rpc/promote-contact.ts';
import { requestCustomerData } from '../src/rpc/request-customer-data.ts';
import { setCustomerTags } from '../src/rpc/set-customer-tags.ts';
import { updateCustomer } from '../src/rpc/update-customer.ts';
import definition from '../src/main.ts';
import { customerInsertMany } from '../src/seed.ts';
import { customerId, customerRecord, fieldsOf, T0 } from './support/customers.ts';
import { finished, serviceOn } from './support/service.ts';
import { contextOf } from './support/writes.ts';

const NOW = T0 + 86_400_000;
const SECRETS = ['ana1', '30111222', '5555-0001', '55550001', 'Corrientes', 'Ñata', 'Gómez', 'vip'];
const HASH_OF_ANA1 = createHash('sha256').update('ana1@example.com').digest('hex');
const [customer, contact] = [customerId(1), customerId(2)];
const ORDER = { id: 'ord_1', orderNumber: '1001' };
let database: TestDatabase;
let service: ReturnType<typeof serviceOn>;
let now = NOW;
/** Next responses of orders and webhooks, and the ids that the log was asked to erase. */
type Orders = EraseBuyerResponse | Fault;
let orders: Orders | ((isRecorded: boolean) => Orders | Promise<Orders>) = { done: true, openOrders: [] };
let log: boolean | Fault = true;
let askedOfLog: string[][] = [];

const unavailable = () => new Fault('unavailable', 'Not available.');
const orThrow = <T>(answer: T | Fault): T => {
  if (answer instanceof Fault) throw answer;
  return answer;
};

beforeAll(async () => {
  database = await createTestDatabase(definition.migrations);
  service = serviceOn(
    database.db,
    { now: () => now },
    {
      orders: {
        ...finished.orders,
        eraseBuyer: async (_ctx, { openOrdersRecorded }) =>
          orThrow(await (typeof orders === 'function' ? orders(openOrdersRecorded) : orders)),
      },
      deliveries: {
        async eraseFromLog(_ctx, { subjectIds }) {
          askedOfLog.push(subjectIds);
          return { done: orThrow(log) };
        },
      },
    },
  );
});
afterAll(() => database.drop());
afterEach(async () => {
  await database.db.pool.query(
    'truncate customer, customer_note, outbox, store_clock, erasure, data_request, data_download, idempotency_record',
  );
  [orders, log, askedOfLog, now] = [{ done: true, openOrders: [] }, true, [], NOW];
});

const insert = () =>
  customerInsertMany(database.db, 'sto_a', [
    customerRecord('sto_a', 1, { email: ' Ana1@example.com ' }),
    customerRecord('sto_a', 2, {}, { kind: 'contact' }),
  ]);
const owner: Context = { ...contextOf(), actor: { kind: Actor_Kind.PERSON, id: 'per_a', appId: '' } };
const erase = (id = customer) => service.call(eraseCustomer, { id }, owner);
const get = (id = customer) => service.call(getCustomer, { id }, 'sto_a');
const published = async () =>
  (await drainOutbox(database.db)).map(({ type, subjectId }) => [type, subjectId]);
/** Lets the job run once its next step is due. */
const goOn = async (): Promise<void> => {
  now += 10_000;
  await advanceErasures(service.deps);
};
/** All rows of the database as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await database.db.pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const parts = [];
  for (const { name } of tables) {
    const { rows } = await database.db.pool.query(`select * from ${name}`);
    for (const row of rows)
      for (const value of Object.values(row as object))
        parts.push(Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value));
  }
  return parts.join('\n');
}

describe('an erasure', () => {
  test('an erasure leaves nothing that identifies the person, in no table, and publishes customers.redact with the hash of the email', async () => {
    await insert();
    const { customer: left } = await erase();
    expect(left).toEqual({
      id: customer,
      name: '',
      email: '',
      phone: '',
      dni: undefined,
      customerType: CustomerType.INDIVIDUAL,
      tags: [],
      shippingAddresses: [],
      createdAtMs: T0,
      updatedAtMs: NOW,
      erasedAtMs: NOW,
    });
    const [updated, redact, ...others] = await drainOutbox(database.db);
    expect([updated!.type, updated!.subjectId]).toEqual(['customer.updated', customer]);
    expect([redact!.type, redact!.subjectId, others]).toEqual(['customers.redact', customer, []]);
    expect(CustomerRedact.decode(redact!.payload).emailHash).toBe(HASH_OF_ANA1);
    expect(redact!.actor).toEqual(owner.actor);
    await database.db.pool.query('delete from customer where id = $1', [contact]);
    const all = await everything();
    for (const secret of SECRETS) expect(all).not.toContain(secret);
  });

  test('an erasure rewrites the recorded responses: a replay of each write returns the erased form', async () => {
    await insert();
    const fields = fieldsOf({ name: 'Eva Gómez', email: 'eva@example.com' });
    const writes = (id: string) => [
      () => service.call(createCustomer, { fields, mayNotRead: false }, contextOf('create')),
      () =>
        service.call(
          updateCustomer,
          { id, fields: fieldsOf({ phone: '11 5555 0001' }) },
          contextOf('update'),
        ),
      () => service.call(setCustomerTags, { id, tags: ['Eva'] }, contextOf('tags')),
      () => service.call(promoteContact, { id }, contextOf('promote')),
      () => service.call(createContact, { fields }, contextOf('contact')),
    ];
    const { id } = (await writes('')[0]!()).customer!;
    for (const write of writes(id).slice(1)) await write();
    await erase(id);
    for (const write of writes(id)) {
      const replay: unknown = await write();
      if (!(replay instanceof StoredAnswer)) throw new Error('a replay was expected');
      const { customer: answered } = CreateCustomerResponse.decode(replay.message);
      expect(answered).toMatchObject({ id, name: '', email: '', phone: '', tags: [], erasedAtMs: NOW });
    }
    const all = await everything();
    for (const secret of ['Eva', 'eva@example.com', '55550001']) expect(all).not.toContain(secret);
  });

  test('customers.redact is published only when orders and the log have finished, whatever fails in between', async () => {
    await insert();
    orders = unavailable();
    await erase();
    expect(await published()).toEqual([['customer.updated', customer]]);
    expect(await get()).toMatchObject({
      erasure: { requestedAtMs: NOW, requestedBy: 'per_a', ordersDone: false, logDone: false },
    });
    orders = { done: false, openOrders: [] };
    await goOn();
    expect([await published(), askedOfLog]).toEqual([[], []]);
    orders = { done: true, openOrders: [] };
    log = unavailable();
    await goOn();
    log = false;
    await goOn();
    expect(await published()).toEqual([]);
    expect(await get()).toMatchObject({ erasure: { ordersDone: true, logDone: false } });
    log = true;
    await goOn();
    expect(await published()).toEqual([['customers.redact', customer]]);
    expect(await get()).toMatchObject({ erasure: { logDone: true, redactedAtMs: now, completedAtMs: now } });
    await goOn();
    expect(await published()).toEqual([]);
  });

  test('open orders do not delay customers.redact; the erasure is complete when their log is clean too', async () => {
    await insert();
    orders = { done: true, openOrders: [ORDER] };
    await erase();
    expect(await published()).toContainEqual(['customers.redact', customer]);
    expect(await get()).toMatchObject({
      erasure: { redactedAtMs: NOW, openOrders: [ORDER], completedAtMs: undefined },
    });
    orders = { done: true, openOrders: [] };
    log = false;
    await goOn();
    expect(await get()).toMatchObject({ erasure: { openOrders: [ORDER], completedAtMs: undefined } });
    log = true;
    await goOn();
    expect(await get()).toMatchObject({ erasure: { openOrders: [], completedAtMs: now } });
    expect(askedOfLog).toEqual([[customer], [ORDER.id], [ORDER.id]]);
    expect(await published()).toEqual([]);
  });

  test.each<[string, Orders]>([
    ['the log is unavailable', { done: true, openOrders: [ORDER] }],
    ['not all orders have lost their buyer', { done: false, openOrders: [] }],
    ['the response is lost', unavailable()],
  ])('an order that ends after a step in which %s is erased from the log', async (_what, response) => {
    await insert();
    log = unavailable();
    orders = async (isRecorded) => {
      if (!isRecorded) return { done: false, openOrders: [ORDER] };
      // From now on, only the erasure knows the order.
      expect((await get()).erasure!.openOrders).toEqual([ORDER]);
      return response;
    };
    await erase();
    [orders, log] = [{ done: true, openOrders: [] }, true];
    await goOn();
    expect(askedOfLog.at(-1)).toEqual([customer, ORDER.id]);
    expect(await get()).toMatchObject({ erasure: { openOrders: [], completedAtMs: now } });
  });

  test('a step does not lose the open orders that another process has recorded since it began', async () => {
    await insert();
    orders = unavailable();
    await erase();
    const outdated = Promise.withResolvers<Orders>();
    const begun = Promise.withResolvers<void>();
    orders = () => {
      begun.resolve();
      return outdated.promise;
    };
    const step = goOn();
    await begun.promise;
    orders = { done: true, openOrders: [ORDER] };
    await goOn();
    orders = { done: true, openOrders: [] };
    outdated.resolve(orders);
    await step;
    expect(await get()).toMatchObject({ erasure: { openOrders: [ORDER], completedAtMs: undefined } });
  });

  test('several processes that advance an erasure at once publish customers.redact once', async () => {
    await insert();
    orders = unavailable();
    await erase();
    orders = { done: true, openOrders: [] };
    now += 20_000;
    await Promise.all(Array.from({ length: 4 }, () => advanceErasures(service.deps)));
    expect((await published()).filter(([type]) => type === 'customers.redact')).toHaveLength(1);
  });

  test('erasing a customer again changes nothing and publishes nothing', async () => {
    await insert();
    const once = await erase();
    await published();
    expect(await erase()).toEqual(once);
    expect(await published()).toEqual([]);
  });

  test('erasing a contact publishes no change of a customer', async () => {
    await insert();
    await erase(contact);
    expect(await published()).toEqual([['customers.redact', contact]]);
  });

  test('an erasure frees the email and is final: no write restores the person', async () => {
    await insert();
    await erase();
    const fields = fieldsOf({ email: 'ana1@example.com' });
    const made = await service.call(createContact, { fields }, 'sto_a');
    expect(made.customer!.id).not.toBe(customer);
    for (const refused of [
      () => service.call(updateCustomer, { id: customer, fields: fieldsOf({ name: 'Ana' }) }, 'sto_a'),
      () => service.call(setCustomerTags, { id: customer, tags: ['ana'] }, 'sto_a'),
      () => service.call(promoteContact, { id: customer }, 'sto_a'),
      () => service.call(requestCustomerData, { id: customer }, 'sto_a'),
      () =>
        service.call(
          exportCustomerData,
          { id: customer, requestId: 'x', pageToken: Buffer.alloc(0) },
          'sto_a',
        ),
    ])
      await expect(refused()).rejects.toMatchObject({ details: [{ reason: 'customer_erased' }] });
  });
});
