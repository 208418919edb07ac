import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openMessaging } from '@commerce/service-kit/process/messaging.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import { catalogEvents } from './events/catalog.ts';
import { kinds } from './jobs/kinds.ts';
import { handlers } from './rpc/handlers.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the pricing service. */
export async function run(host: Host<Config>): Promise<void> {
  const { clock, logger } = host;
  const db = await openDatabase(host, migrations);
  const messaging = openMessaging(host, 'pricing', db);
  const { writer } = messaging;
  const jobs = new BulkJobs({ db, writer, clock, logger, kinds });
  const channel = new GrpcChannel(host.config.CATALOG_ADDRESS, [CatalogServiceService], host.tls);
  host.onShutdown('connection to catalog', async () => channel.close());
  messaging.subscribe(catalogEvents);
  messaging.every(jobs.worker());
  const catalog = channel.service(CatalogServiceService);
  const applyPrices = channel.encoded(CatalogServiceService.applyPrices);
  const deps = { db, clock, writer, jobs, catalog, applyPrices };
  await serveGrpc(host, (server) => server.add(PricingServiceService, handlers(deps)));
}
