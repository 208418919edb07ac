import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeStamp } from '@commerce/service-kit/db/stamp.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openMessaging } from '@commerce/service-kit/process/messaging.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import { onBulkPricesFinished, onPricesChanged } from './events/prices.ts';
import { handlers } from './rpc/handlers.ts';
import { PRODUCT_EDIT, productEditJob } from './jobs/product-edit.ts';
import { openPrisma } from './store/prisma.ts';
import { productEncoding } from './store/product-rebuild.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the catalog service. */
export async function run(host: Host<Config>): Promise<void> {
  const { clock, config, logger } = host;
  const db = await openDatabase(host, migrations);
  const messaging = openMessaging(host, 'catalog', db);
  const { writer } = messaging;
  const stamp = storeStamp(clock);
  const kinds = { [PRODUCT_EDIT]: productEditJob(stamp) };
  const jobs = new BulkJobs({ db, writer, clock, logger, kinds });
  const channel = new GrpcChannel(config.INVENTORY_ADDRESS, [InventoryServiceService], host.tls);
  host.onShutdown('inventory', async () => channel.close());
  messaging.every(jobs.worker());
  messaging.subscribe({
    service: 'pricing',
    handlers: { 'prices.changed': onPricesChanged(stamp), 'prices.bulk_finished': onBulkPricesFinished },
  });
  const deps = { db, prisma: openPrisma(db), productEncoding: productEncoding(db), writer, stamp, jobs };
  const inventory = channel.service(InventoryServiceService);
  await serveGrpc(host, (server) => server.add(CatalogServiceService, handlers({ ...deps, inventory })));
}
