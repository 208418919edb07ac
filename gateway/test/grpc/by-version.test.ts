import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { Order, OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { addServices } from '@commerce/service-kit/process/service.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import orders from '../../../services/orders/src/main.ts';
import { orderInsertMany } from '../../../services/orders/src/seed.ts';
import { orderId, orderRecord, T0 } from '../../../services/orders/test/support/orders.ts';
import { depsOn, unavailableClients } from '../../../services/orders/test/support/service.ts';
import { readByVersion, type VersionedCalls, type VersionedReads } from '../../src/grpc/by-version.ts';
import { KeptMessages } from '../../src/grpc/kept-messages.ts';

const ORDERS = 20;
const UPDATED_AT = 14;

let database: TestDatabase;
let server: GrpcServer;
let channel: GrpcChannel;
let calls: VersionedCalls<ListRequest>;
let reads: VersionedReads<ListRequest>;
/** Calls of a test, with the number of messages that each received whole. */
let log: [method: string, messages: number][];
/** Runs after the versions of a page were listed. */
let afterVersions: () => Promise<void>;
/** Added to the encoding that the service names. */
let newerEncoding: number;
/** A later time for each change. */
let nowMs = T0;

interface ListRequest {
  limit: number;
  pageToken: Buffer;
  ids: string[];
  status?: string | undefined;
}

beforeAll(async () => {
  database = await createTestDatabase(orders.migrations);
  for (const storeId of ['sto_a', 'sto_b']) await orderInsertMany(database.db, storeId, ordersOf(storeId));
  server = new GrpcServer(createLogger('test', 'silent'), { maxConnectionAgeMs: 60_000 });
  addServices(server, orders.rpc(depsOn(database.db, unavailableClients())));
  channel = new GrpcChannel(`127.0.0.1:${await server.listen('127.0.0.1', 0)}`, [OrdersServiceService]);
  const service = channel.service(OrdersServiceService);
  const list = channel.encoded(OrdersServiceService.listOrders);
  const batchGet = channel.encoded(OrdersServiceService.batchGetOrders);
  calls = {
    list: async (ctx, request) => logged('list', await list(ctx, request)),
    listVersions: async (ctx, request) => {
      const { pages, encoding } = await service.listOrderVersions(ctx, request);
      log.push(['versions', 0]);
      await afterVersions();
      return { pages, encoding: encoding + newerEncoding };
    },
    batchGet: async (ctx, request) => logged('get', await batchGet(ctx, request)),
    updatedAtField: UPDATED_AT,
  };
});
afterAll(async () => {
  channel.close();
  await server.close(1_000);
  await database.drop();
});
beforeEach(() => {
  log = [];
  afterVersions = async () => undefined;
  newerEncoding = 0;
  reads = readByVersion(new KeptMessages(10_000_000), calls);
});

/** Orders of which pairs share a time, so that pages end within ties. */
const ordersOf = (storeId: string) =>
  Array.from({ length: ORDERS }, (_, n) =>
    orderRecord(storeId, n, { status: n % 2 ? 'pending' : 'confirmed', updatedAtMs: T0 + Math.floor(n / 2) }),
  );

function logged(method: string, response: EncodedPage): EncodedPage {
  const messages = response.items.filter((item) => item.length > 0 && item.length !== 2 + item[1]!);
  log.push([method, messages.length]);
  return response;
}

const at = (storeId = 'sto_a', installation = 'ins_a'): Context => ({
  storeId,
  actor: { kind: Actor_Kind.INSTALLATION, id: installation, appId: 'app_a' },
  requestId: 'r',
  deadlineMs: deadlineIn(10_000),
});

async function page(request: Partial<ListRequest> = {}, ctx = at()): Promise<Order[]> {
  const { items } = await reads.list(ctx, { limit: 100, pageToken: Buffer.alloc(0), ids: [], ...request });
  return items.map((item) => Order.decode(item));
}

const stored = async (storeId = 'sto_a'): Promise<Order[]> => {
  const { rows } = await database.db.pool.query<{ message: Buffer }>(
    'select message from "order" where store_id = $1 order by updated_at, id',
    [storeId],
  );
  return rows.map(({ message }) => Order.decode(message));
};

/** Changes an order as the service does: with a new stamp. */
async function change(n: number, status: string): Promise<void> {
  const id = orderId(n);
  const { rows } = await database.db.pool.query<{ message: Buffer }>(
    `select message from "order" where store_id = 'sto_a' and id = $1`,
    [id],
  );
  nowMs += 1_000;
  const order = { ...Order.decode(rows[0]!.message), status, updatedAtMs: nowMs };
  await database.db.pool.query(
    `update "order" set status = $2, updated_at = $3, message = $4 where store_id = 'sto_a' and id = $1`,
    [id, status, new Date(nowMs), Buffer.from(Order.encode(order).finish())],
  );
}

test('a page with a filter, also of ids, is read whole', async () => {
  await page();
  log = [];
  expect((await page({ status: 'pending' })).map(({ status }) => status)).not.toContain('confirmed');
  expect((await page({ ids: [orderId(3), orderId(1)] })).map(({ id }) => id)).toEqual([
    orderId(1),
    orderId(3),
  ]);
  expect(log).toEqual([
    ['list', ORDERS / 2],
    ['list', 2],
  ]);
});

test('a page that is read again is not sent again', async () => {
  expect(await page()).toEqual(await stored());
  const again = await page();
  expect(again).toEqual(await stored());
  expect(await page()).toEqual(again);
  // The first page is read whole, after its versions; the second shows that it is kept.
  expect(log).toEqual([
    ['versions', 0],
    ['list', ORDERS],
    ['list', ORDERS],
    ['versions', 0],
  ]);
});

test('pages by versions hold each resource once, in the order of the list', async () => {
  await page();
  await page();
  log = [];
  const seen: Order[] = [];
  let pageToken = Buffer.alloc(0);
  do {
    const { items, nextPageToken } = await reads.list(at(), { limit: 3, pageToken, ids: [] });
    seen.push(...items.map((item) => Order.decode(item)));
    pageToken = Buffer.from(nextPageToken);
  } while (pageToken.length > 0);
  expect(seen).toEqual(await stored());
  expect(new Set(log.map(([method]) => method))).toEqual(new Set(['versions']));
});

test('only a resource that has changed is sent', async () => {
  await page();
  await page();
  await change(3, 'delivered');
  log = [];
  const after = await page();
  expect(after).toEqual(await stored());
  expect(after.at(-1)).toMatchObject({ id: orderId(3), status: 'delivered' });
  expect(log).toEqual([
    ['versions', 0],
    ['get', 1],
  ]);
});

test('a page is a consistent snapshot although a resource changes while the page is read', async () => {
  await page();
  await page();
  await change(4, 'delivered');
  afterVersions = () => change(4, 'cancelled');
  log = [];
  expect(await page()).toEqual(await stored());
  expect(log.map(([method]) => method)).toEqual(['versions', 'get', 'list']);
});

test('a message of another encoding is not used', async () => {
  await page();
  await page();
  newerEncoding = 1;
  log = [];
  expect(await page()).toEqual(await stored());
  expect(log.map(([method]) => method)).toEqual(['versions', 'list']);
});

test('a list with a filter is read whole, and the resources of others stay hidden', async () => {
  await page();
  await page();
  log = [];
  const confirmed = (await stored()).filter(({ status }) => status === 'confirmed');
  expect(await page({ status: 'confirmed' })).toEqual(confirmed);
  expect(log.map(([method]) => method)).toEqual(['list']);
  expect(await page({}, at('sto_b', 'ins_b'))).toEqual(await stored('sto_b'));
});

test('a get sends a resource once, and again when it has changed', async () => {
  const get = async (id: string, ctx = at()) => {
    const message = await reads.get(ctx, id);
    return message && Order.decode(message);
  };
  const id = orderId(6);
  const first = await get(id);
  expect(first).toEqual((await stored()).find((order) => order.id === id));
  expect(await get(id)).toEqual(first);
  await change(6, 'delivered');
  expect(await get(id)).toMatchObject({ status: 'delivered' });
  expect(log).toEqual([
    ['get', 1],
    ['get', 0],
    ['get', 1],
  ]);
  expect(await get(id, at('sto_none'))).toBeUndefined();
  expect(await get(first!.orderNumber)).toMatchObject({ id, status: 'delivered' });
});

test('a change without a new time is refused by the database', async () => {
  await expect(
    database.db.pool.query(
      `update "order" set message = message || '\\x00' where store_id = 'sto_a' and id = $1`,
      [orderId(1)],
    ),
  ).rejects.toThrow('without a new updated_at');
});
