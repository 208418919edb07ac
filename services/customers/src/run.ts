import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import { batchGetCustomers } from './rpc/batch-get-customers.ts';
import type { Deps } from './rpc/deps.ts';
import { listCustomers } from './rpc/list-customers.ts';
import { customerEncoding } from './store/customer-rebuild.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the customers service. */
export async function run(host: Host<Config>): Promise<void> {
  const db = await openDatabase(host, migrations);
  const deps: Deps = { db, customerEncoding: customerEncoding(db) };
  await serveGrpc(host, (server) =>
    server.add(CustomersServiceService, {
      listCustomers: listCustomers(deps),
      batchGetCustomers: batchGetCustomers(deps),
    }),
  );
}
