import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { InventoryServiceService, type StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { OrdersServiceService, type Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';

/**
 * `pnpm demo:change [1|2]`: sells one piece at the point of sale of a demo store, as somebody of the store does, so that every
 * installed app hears `order.created`, `order.paid` and `stock.changed`. `--data DIR` names another stack's directory.
 */

const PAGE = 20;

const args = process.argv.slice(2);
const dataAt = args.indexOf('--data');
const dataDir = dataAt === -1 ? '.local' : args[dataAt + 1]!;
const number = args[0] === '2' ? 2 : 1;

const { stores } = read('demo.json') as { stores: { id: string; name: string }[] };
const addresses = read('addresses.json') as Record<'catalog' | 'inventory' | 'orders', string>;
const store = stores[number - 1]!;
const ctx: Context = {
  storeId: store.id,
  actor: { kind: Actor_Kind.PERSON, id: 'per_demo', appId: '' },
  requestId: 'demo-change',
  deadlineMs: Date.now() + 30_000,
};
const catalog = new GrpcChannel(addresses.catalog, [CatalogServiceService]);
const inventory = new GrpcChannel(addresses.inventory, [InventoryServiceService]);
const orders = new GrpcChannel(addresses.orders, [OrdersServiceService]);

try {
  const order = await sellOne();
  process.stdout.write(
    `Sold one ${order.lineItems[0]!.name} at ${store.name}: order ${order.orderNumber}, ${order.id}.\n`,
  );
} catch (error) {
  process.stderr.write(`Nothing was sold: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  for (const channel of [catalog, inventory, orders]) channel.close();
}

function read(name: string): unknown {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, name), 'utf8'));
  } catch {
    process.stderr.write(
      `There is no ${dataDir}/${name}: start the platform first, with "npx pnpm start".\n`,
    );
    process.exit(1);
  }
}

async function sellOne(): Promise<Order> {
  let refusal = new Error('nothing is in stock.');
  for (const row of await inStock()) {
    try {
      return await sell(row);
    } catch (error) {
      // Not everything in stock is for sale: a draft, for instance.
      if (!(error instanceof Fault) || error.code !== 'invalid_request') throw error;
      refusal = error;
    }
  }
  throw refusal;
}

async function sell({ shopId, productId, variantId }: StockRow): Promise<Order> {
  const { order } = await orders.service(OrdersServiceService).createOrder(ctx, {
    source: 'pos',
    shopId,
    lines: [{ productId, variantId, quantity: 1 }],
    shipping: undefined,
    paymentGateway: 'cash',
    discountCentavos: 0,
  });
  return order!;
}

/** What there is at the first shop that has anything. */
async function inStock(): Promise<StockRow[]> {
  const { shops } = await catalog.service(CatalogServiceService).listShopNames(ctx, {});
  for (const { id } of shops) {
    const page = { shopId: id, limit: PAGE, pageToken: Buffer.alloc(0) };
    const { rows } = await inventory.service(InventoryServiceService).listStock(ctx, page);
    const available = rows.filter((row) => row.available > 0);
    if (available.length > 0) return available;
  }
  return [];
}
