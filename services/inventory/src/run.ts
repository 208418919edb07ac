import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import type { Deps } from './rpc/deps.ts';
import { listStock } from './rpc/list-stock.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the inventory service. */
export async function run(host: Host<Config>): Promise<void> {
  const deps: Deps = { db: await openDatabase(host, migrations) };
  await serveGrpc(host, (server) => server.add(InventoryServiceService, { listStock: listStock(deps) }));
}
