import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeStamp } from '@commerce/service-kit/db/stamp.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openMessaging } from '@commerce/service-kit/process/messaging.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import { onBulkPricesFinished, onPricesChanged } from './events/prices.ts';
import { handlers } from './rpc/handlers.ts';
import { expireImports } from './jobs/expire-imports.ts';
import { kinds } from './jobs/kinds.ts';
import { openPrisma } from './store/prisma.ts';
import { productEncoding } from './store/product-rebuild.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the catalog service. */
export async function run(host: Host<Config>): Promise<void> {
  const { clock, logger } = host;
  const db = await openDatabase(host, migrations);
  const messaging = openMessaging(host, 'catalog', db);
  const { writer } = messaging;
  const stamp = storeStamp(clock);
  const { inventory, pricing } = openNeighbours(host);
  const jobs = new BulkJobs({
    db,
    writer,
    clock,
    logger,
    kinds: kinds({ db, clock, stamp, inventory, pricing }),
  });
  messaging.every(jobs.worker());
  messaging.subscribe({
    service: 'pricing',
    handlers: { 'prices.changed': onPricesChanged(stamp), 'prices.bulk_finished': onBulkPricesFinished },
  });
  messaging.every(expireImports(db, clock));
  const reads = { db, prisma: openPrisma(db), productEncoding: productEncoding(db) };
  const deps = { ...reads, writer, clock, stamp, jobs, inventory };
  await serveGrpc(host, (server) => server.add(CatalogServiceService, handlers(deps)));
}

function openNeighbours(host: Host<Config>) {
  const toInventory = new GrpcChannel(host.config.INVENTORY_ADDRESS, [InventoryServiceService], host.tls);
  const toPricing = new GrpcChannel(host.config.PRICING_ADDRESS, [PricingServiceService], host.tls);
  host.onShutdown('inventory', async () => toInventory.close());
  host.onShutdown('pricing', async () => toPricing.close());
  return {
    inventory: toInventory.service(InventoryServiceService),
    pricing: toPricing.service(PricingServiceService),
  };
}
