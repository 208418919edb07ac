import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import type { Handlers } from '@commerce/service-kit/grpc/server.ts';
import { BulkJobs, type BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openMessaging } from '@commerce/service-kit/process/messaging.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import { catalogEvents } from './events/catalog.ts';
import { orderEvents } from './events/orders.ts';
import { APPLY_LOW_AT, applyLowAt } from './jobs/apply-low-at.ts';
import { expireReservations } from './jobs/expire-reservations.ts';
import { adjustStock } from './rpc/adjust-stock.ts';
import { batchGetStockRows } from './rpc/batch-get-stock-rows.ts';
import type { Deps } from './rpc/deps.ts';
import { getStockSettings } from './rpc/get-stock-settings.ts';
import { listLowStock } from './rpc/list-low-stock.ts';
import { listMovements } from './rpc/list-movements.ts';
import { listReservations } from './rpc/list-reservations.ts';
import { listStock } from './rpc/list-stock.ts';
import { reserveStock } from './rpc/reserve-stock.ts';
import { retireProduct } from './rpc/retire-product.ts';
import { searchStock } from './rpc/search-stock.ts';
import { setLowStockThreshold } from './rpc/set-low-stock-threshold.ts';
import { setOrderStock } from './rpc/set-order-stock.ts';
import { setStockMany } from './rpc/set-stock-many.ts';
import { setStockSettings } from './rpc/set-stock-settings.ts';
import { transferStock } from './rpc/transfer-stock.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** The operations on many rows that the service does in parts. */
export const kinds: Record<string, BulkKind> = { [APPLY_LOW_AT]: applyLowAt };

/** Every method of inventory with what answers it. */
export const handlers = (deps: Deps): Handlers<typeof InventoryServiceService> => ({
  listStock: listStock(deps),
  batchGetStockRows: batchGetStockRows(deps),
  adjustStock: adjustStock(deps),
  transferStock: transferStock(deps),
  setStockMany: setStockMany(deps),
  searchStock: searchStock(deps),
  listLowStock: listLowStock(deps),
  getStockSettings: getStockSettings(deps),
  setStockSettings: setStockSettings(deps),
  setLowStockThreshold: setLowStockThreshold(deps),
  listReservations: listReservations(deps),
  listMovements: listMovements(deps),
  reserveStock: reserveStock(deps),
  setOrderStock: setOrderStock(deps),
  retireProduct: retireProduct(deps),
});

/** Starts the inventory service. */
export async function run(host: Host<Config>): Promise<void> {
  const { config, clock, logger } = host;
  const db = await openDatabase(host, migrations);
  const channel = new GrpcChannel(config.CATALOG_ADDRESS, [CatalogServiceService], host.tls);
  host.onShutdown('catalog channel', async () => channel.close());
  const messaging = openMessaging(host, 'inventory', db);
  const { writer } = messaging;
  messaging.subscribe(catalogEvents(clock));
  messaging.subscribe(orderEvents(db, clock, logger));
  messaging.every(expireReservations(db, writer, clock));
  const jobs = new BulkJobs({ db, writer, clock, logger, kinds });
  messaging.every(jobs.worker());
  const deps: Deps = { db, writer, clock, jobs, catalog: channel.service(CatalogServiceService) };
  await serveGrpc(host, (server) => server.add(InventoryServiceService, handlers(deps)));
}
