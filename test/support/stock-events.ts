import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { oneOf } from '@commerce/service-kit/testing/random.ts';
import { call } from './api.ts';
import { apiRoot, platform } from './platform.ts';

const WORKERS = 16;

/** Products of a store without variants, at one of its shops. */
export interface StockItems {
  storeId: string;
  shopId: string;
  productIds: string[];
}

/** Finds stocked products with an app's token. */
export async function findStockItems(gateway: string, storeId: string, token: string): Promise<StockItems> {
  const root = apiRoot(gateway);
  const shopId = (await call(root, '/shops?limit=1', token)).body.data[0].id as string;
  const rows = (await call(root, `/stock?shop=${shopId}&limit=100`, token)).body.data as {
    product_id: string;
    variant_id?: string;
  }[];
  const simple = rows.filter(({ variant_id }) => variant_id === undefined);
  return { storeId, shopId, productIds: simple.slice(0, 20).map(({ product_id }) => product_id) };
}

/**
 * Makes the given number of stock adjustments, each retried until it succeeds and each causing one `stock.changed`.
 * @returns the request id of all of them
 */
export async function makeStockEvents(
  { storeId, shopId, productIds }: StockItems,
  count: number,
): Promise<string> {
  const channel = new GrpcChannel(platform().processes['inventory']!.address, [InventoryServiceService]);
  const inventory = channel.service(InventoryServiceService);
  const requestId = `stock-${randomUUID()}`;
  const actor = { kind: Actor_Kind.PERSON, id: 'per_test', appId: '' };
  let left = count;
  const adjust = async (): Promise<void> => {
    const key = randomUUID();
    const idempotency = { key, fingerprint: Buffer.from(key), presentation: '' };
    const productId = oneOf(productIds);
    for (;;) {
      const ctx = { storeId, actor, requestId, deadlineMs: deadlineIn(30_000), idempotency };
      try {
        return void (await inventory.adjustStock(ctx, { shopId, productId, delta: 1 }));
      } catch {
        await sleep(100);
      }
    }
  };
  const worker = async (): Promise<void> => {
    while (left-- > 0) await adjust();
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  channel.close();
  return requestId;
}
