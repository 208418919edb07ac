import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { InventoryServiceService, type StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { OrdersServiceService, type Order } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { DemoError, runDemoCommand, runningDemo } from './running-demo.ts';

const usage = `npx pnpm demo:change [1|2] [--data DIR]

Sells one unit at the point of sale of the first or second demo store (1), as a person of the store does, so that every app
installed on it receives order.created, order.paid and stock.changed.

  --data DIR   use the stack in DIR instead of .local`;

const PAGE = 20;

/** The services that a sale needs. */
interface Services {
  catalog: GrpcChannel;
  inventory: GrpcChannel;
  orders: GrpcChannel;
}

await runDemoCommand(usage, async ({ index, dataDir }) => {
  const { demo, addresses } = await runningDemo(dataDir);
  const store = demo.stores[index]!;
  const ctx: Context = {
    storeId: store.id,
    actor: { kind: Actor_Kind.PERSON, id: 'per_demo', appId: '' },
    requestId: 'demo-change',
    deadlineMs: deadlineIn(30_000),
  };
  const services = {
    catalog: new GrpcChannel(addresses['catalog']!, [CatalogServiceService]),
    inventory: new GrpcChannel(addresses['inventory']!, [InventoryServiceService]),
    orders: new GrpcChannel(addresses['orders']!, [OrdersServiceService]),
  };
  try {
    const order = await sellOne(services, ctx);
    process.stdout.write(
      `Sold one ${order.lineItems[0]!.name} at ${store.name}: order ${order.orderNumber}, ${order.id}.\n`,
    );
  } catch (error) {
    throw new DemoError(`Nothing was sold: ${(error as Error).message}`);
  } finally {
    for (const channel of Object.values(services)) channel.close();
  }
});

async function sellOne(services: Services, ctx: Context): Promise<Order> {
  let refusal = new Error('nothing is in stock.');
  for (const row of await inStock(services, ctx)) {
    try {
      return await sell(services, ctx, row);
    } catch (error) {
      // Not everything in stock is for sale, for instance drafts.
      if (!(error instanceof Fault) || error.code !== 'invalid_request') throw error;
      refusal = error;
    }
  }
  throw refusal;
}

async function sell(
  { orders }: Services,
  ctx: Context,
  { shopId, productId, variantId }: StockRow,
): Promise<Order> {
  const { order } = await orders.service(OrdersServiceService).createOrder(ctx, {
    source: OrderSource.POS,
    shopId,
    lines: [{ productId, variantId, quantity: 1 }],
    shipping: undefined,
    paymentGateway: PaymentGateway.CASH,
    payments: [],
    discountCentavos: 0,
  });
  return order!;
}

/** Stock of the first shop that has any. */
async function inStock({ catalog, inventory }: Services, ctx: Context): Promise<StockRow[]> {
  const { shops } = await catalog.service(CatalogServiceService).listShopNames(ctx, {});
  for (const { id } of shops) {
    const page = { shopId: id, limit: PAGE, pageToken: Buffer.alloc(0) };
    const { rows } = await inventory.service(InventoryServiceService).listStock(ctx, page);
    const available = rows.filter((row) => row.available > 0);
    if (available.length > 0) return available;
  }
  return [];
}
