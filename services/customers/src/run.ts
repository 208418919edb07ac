import { storeStamp } from '@commerce/service-kit/db/stamp.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openMessaging } from '@commerce/service-kit/process/messaging.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import { connectClients } from './clients.ts';
import type { Config } from './config.ts';
import { advanceErasuresJob } from './jobs/advance-erasures.ts';
import type { Deps } from './rpc/deps.ts';
import { addServices } from './services.ts';
import { customerEncoding } from './store/customer-rebuild.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the customers service. */
export async function run(host: Host<Config>): Promise<void> {
  const db = await openDatabase(host, migrations);
  const { config, clock, logger } = host;
  const clients = connectClients(config, host.tls);
  host.onShutdown('clients', async () => clients.close());
  const messaging = openMessaging(host, 'customers', db);
  const deps: Deps = {
    db,
    customerEncoding: customerEncoding(db),
    writer: messaging.writer,
    clock,
    stamp: storeStamp(clock),
    clients,
    logger,
  };
  messaging.every(advanceErasuresJob(deps));
  await serveGrpc(host, (server) => addServices(server, deps));
}
