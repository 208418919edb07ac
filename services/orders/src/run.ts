import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { storeStamp } from '@commerce/service-kit/db/stamp.ts';
import type { Handlers } from '@commerce/service-kit/grpc/server.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openMessaging } from '@commerce/service-kit/process/messaging.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import { shopChanged } from './events/shops.ts';
import { expireOrdersJob } from './jobs/expire-orders.ts';
import { finishDraftsJob } from './jobs/finish-drafts.ts';
import { connectNeighbours } from './neighbours.ts';
import { batchGetOrders } from './rpc/batch-get-orders.ts';
import { cancelOrder } from './rpc/cancel-order.ts';
import { confirmPayment } from './rpc/confirm-payment.ts';
import { createOrder } from './rpc/create-order.ts';
import type { Deps } from './rpc/deps.ts';
import { editShipping } from './rpc/edit-shipping.ts';
import { eraseBuyer } from './rpc/erase-buyer.ts';
import { getOrderHistory } from './rpc/get-order-history.ts';
import { getOrderSettings } from './rpc/get-order-settings.ts';
import { getSalesSummary } from './rpc/get-sales-summary.ts';
import { getStatusFlow } from './rpc/get-status-flow.ts';
import { listBuyerOrders } from './rpc/list-buyer-orders.ts';
import { listOrders } from './rpc/list-orders.ts';
import { putOrderSettings } from './rpc/put-order-settings.ts';
import { putStatusFlow } from './rpc/put-status-flow.ts';
import { recordPayment } from './rpc/record-payment.ts';
import { rejectOrder } from './rpc/reject-order.ts';
import { returnOrder } from './rpc/return-order.ts';
import { searchOrders } from './rpc/search-orders.ts';
import { setOrderStatus } from './rpc/set-order-status.ts';
import { setOrderTracking } from './rpc/set-order-tracking.ts';
import { orderEncoding } from './store/order-rebuild.ts';
import { openPrisma } from './store/prisma.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the orders service. */
export async function run(host: Host<Config>): Promise<void> {
  const { config, clock, logger } = host;
  const db = await openDatabase(host, migrations);
  const addresses = {
    pricing: config.PRICING_ADDRESS,
    inventory: config.INVENTORY_ADDRESS,
    customers: config.CUSTOMERS_ADDRESS,
    catalog: config.CATALOG_ADDRESS,
  };
  const neighbours = connectNeighbours(addresses, host.tls);
  host.onShutdown('neighbours', async () => neighbours.close());
  const messaging = openMessaging(host, 'orders', db);
  const deps: Deps = {
    db,
    prisma: openPrisma(db),
    orderEncoding: orderEncoding(db),
    writer: messaging.writer,
    clock,
    stamp: storeStamp(clock),
    neighbours,
    logger,
  };
  messaging.subscribe({
    service: 'catalog',
    handlers: { 'shop.created': shopChanged, 'shop.updated': shopChanged },
  });
  messaging.every(finishDraftsJob(deps));
  messaging.every(expireOrdersJob(deps));
  await serveGrpc(host, (server) => server.add(OrdersServiceService, handlersOf(deps)));
}

/** What answers each method. */
export const handlersOf = (deps: Deps): Handlers<typeof OrdersServiceService> => ({
  listOrders: listOrders(deps),
  searchOrders: searchOrders(deps),
  getSalesSummary: getSalesSummary(deps),
  batchGetOrders: batchGetOrders(deps),
  getOrderHistory: getOrderHistory(deps),
  createOrder: createOrder(deps),
  setOrderStatus: setOrderStatus(deps),
  setOrderTracking: setOrderTracking(deps),
  editShipping: editShipping(deps),
  recordPayment: recordPayment(deps),
  confirmPayment: confirmPayment(deps),
  cancelOrder: cancelOrder(deps),
  rejectOrder: rejectOrder(deps),
  returnOrder: returnOrder(deps),
  eraseBuyer: eraseBuyer(deps),
  listBuyerOrders: listBuyerOrders(deps),
  getStatusFlow: getStatusFlow(deps),
  putStatusFlow: putStatusFlow(deps),
  getOrderSettings: getOrderSettings(deps),
  putOrderSettings: putOrderSettings(deps),
});
