import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import { batchGetOrders } from './rpc/batch-get-orders.ts';
import type { Deps } from './rpc/deps.ts';
import { listOrders } from './rpc/list-orders.ts';
import { orderEncoding } from './store/order-rebuild.ts';
import { openPrisma } from './store/prisma.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the orders service. */
export async function run(host: Host<Config>): Promise<void> {
  const db = await openDatabase(host, migrations);
  const deps: Deps = { db, prisma: openPrisma(db), orderEncoding: orderEncoding(db) };
  await serveGrpc(host, (server) =>
    server.add(OrdersServiceService, {
      listOrders: listOrders(deps),
      batchGetOrders: batchGetOrders(deps),
    }),
  );
}
