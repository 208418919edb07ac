import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import type { Deps } from './rpc/deps.ts';
import { listPrices } from './rpc/list-prices.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the pricing service. */
export async function run(host: Host<Config>): Promise<void> {
  const deps: Deps = { db: await openDatabase(host, migrations), clock: host.clock };
  await serveGrpc(host, (server) => server.add(PricingServiceService, { listPrices: listPrices(deps) }));
}
