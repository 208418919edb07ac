import { LRUCache } from 'lru-cache';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { InventoryServiceService, StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import inventory from '../../../services/inventory/src/main.ts';
import { openPrisma, productSaveMany, shopSaveMany } from '../../../services/inventory/src/seed.ts';
import { startService, type TestService } from '../../../services/inventory/test/support/service.ts';
import { keepPages, type PageCalls } from '../../src/grpc/kept-pages.ts';

const SHOPS = ['shp_1', 'shp_2'];
const PRODUCTS = 5;

interface ListRequest {
  shopId: string;
  productId?: string | undefined;
  limit: number;
  pageToken: Buffer;
}

let database: TestDatabase;
let service: TestService;
let channel: GrpcChannel;
let calls: PageCalls<ListRequest>;
let list: (ctx: Context, request: ListRequest) => Promise<EncodedPage>;
/** Calls of a test; those for versions with the stores. */
let log: string[];

beforeAll(async () => {
  database = await createTestDatabase(inventory.migrations);
  for (const storeId of ['sto_a', 'sto_b']) {
    await shopSaveMany(openPrisma(database.db), storeId, SHOPS);
    const products = Array.from({ length: PRODUCTS }, (_, n) => ({
      productId: `prd_${n}`,
      sku: storeId,
      type: 'simple' as const,
      variants: [],
      shopIds: [],
      draft: false,
      version: 1,
    }));
    await productSaveMany(database.db, storeId, products);
  }
  service = await startService(database.db);
  channel = new GrpcChannel(`127.0.0.1:${service.port}`, [InventoryServiceService]);
  const listStock = channel.encoded(InventoryServiceService.listStock);
  calls = {
    list: (ctx, request) => {
      log.push('list');
      return listStock(ctx, request);
    },
    getVersions: (ctx, request) => {
      log.push(`versions ${request.storeIds.join()}`);
      return service.client.getStockVersions(ctx, request);
    },
  };
});
afterAll(async () => {
  channel.close();
  await service.close();
  await database.drop();
});
beforeEach(() => {
  log = [];
  list = keepPages(new LRUCache({ max: 100 }), 'stock', calls);
});

const at = (storeId = 'sto_a'): Context => ({
  storeId,
  actor: { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' },
  requestId: 'r',
  deadlineMs: deadlineIn(10_000),
});

async function rows(request: Partial<ListRequest> = {}, ctx = at()): Promise<StockRow[]> {
  const page = await list(ctx, { shopId: 'shp_1', limit: 50, pageToken: Buffer.alloc(0), ...request });
  return page.items.map((item) => StockRow.decode(item));
}

const setStock = (onHand: number) =>
  database.db.pool.query(
    `insert into stock_item (store_id, shop_id, product_id, variant_id, on_hand) values ('sto_a', 'shp_1', 'prd_0', '', $1)
     on conflict (store_id, shop_id, product_id, variant_id) do update set on_hand = excluded.on_hand`,
    [onHand],
  );

test('a page that is read again is not sent again, and has the same items as objects, with which their JSON is kept', async () => {
  const request = { shopId: 'shp_1', limit: 50, pageToken: Buffer.alloc(0) };
  const first = await list(at(), request);
  expect(first.items.map((item) => StockRow.decode(item).productId)).toEqual(
    Array.from({ length: PRODUCTS }, (_, n) => `prd_${n}`),
  );
  const again = await list(at(), request);
  expect(again.items.every((item, n) => item === first.items[n])).toBe(true);
  expect(log).toEqual(['list', 'versions sto_a']);
});

test('a page shows every change that was committed before the request', async () => {
  for (let onHand = 1; onHand <= 20; onHand++) {
    await setStock(onHand);
    expect((await rows())[0]!.onHand).toBe(onHand);
    expect((await rows())[0]!.onHand).toBe(onHand);
  }
  // Nothing is kept before the first request; then each change costs a call for the version and one for the page.
  expect(log.filter((call) => call === 'list')).toHaveLength(20);
});

test('pages of another store, shop, product, size and position are kept apart', async () => {
  const requests: [Partial<ListRequest>, string][] = [
    [{}, 'sto_a'],
    [{}, 'sto_b'],
    [{ shopId: 'shp_2' }, 'sto_a'],
    [{ productId: 'prd_1' }, 'sto_a'],
    [{ limit: 2 }, 'sto_a'],
  ];
  const { nextPageToken } = await list(at(), { shopId: 'shp_1', limit: 2, pageToken: Buffer.alloc(0) });
  requests.push([{ limit: 2, pageToken: Buffer.from(nextPageToken) }, 'sto_a']);
  const read = () => Promise.all(requests.map(([request, storeId]) => rows(request, at(storeId))));
  const first = await read();
  expect(await read()).toEqual(first);
  expect(first.map((page) => page.length)).toEqual([PRODUCTS, PRODUCTS, PRODUCTS, 1, 2, 2]);
  expect(first[1]!.every(({ sku }) => sku === 'sto_b')).toBe(true);
  expect(first[2]!.every(({ shopId }) => shopId === 'shp_2')).toBe(true);
  expect(first[5]!.map(({ productId }) => productId)).toEqual(['prd_2', 'prd_3']);
});

test('requests that arrive together share one call for the versions', async () => {
  await Promise.all([rows(), rows({}, at('sto_b'))]);
  log = [];
  await Promise.all([rows(), rows({}, at('sto_b')), rows()]);
  expect(log).toEqual(['versions sto_a,sto_b,sto_a']);
});

test('a shop that does not exist is not kept', async () => {
  for (let n = 0; n < 2; n++)
    await expect(rows({ shopId: 'shp_9' })).rejects.toMatchObject({ code: 'not_found' });
  expect(log).toEqual(['list', 'list']);
});
