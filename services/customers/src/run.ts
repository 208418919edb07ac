import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeStamp } from '@commerce/service-kit/db/stamp.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openMessaging } from '@commerce/service-kit/process/messaging.ts';
import { openDatabase, serveGrpc } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';
import { batchGetCustomers } from './rpc/batch-get-customers.ts';
import { createContact } from './rpc/create-contact.ts';
import { createCustomer } from './rpc/create-customer.ts';
import type { Deps } from './rpc/deps.ts';
import { eraseCustomer } from './rpc/erase-customer.ts';
import { listCustomers } from './rpc/list-customers.ts';
import { promoteContact } from './rpc/promote-contact.ts';
import { requestCustomerData } from './rpc/request-customer-data.ts';
import { setCustomerTags } from './rpc/set-customer-tags.ts';
import { updateCustomer } from './rpc/update-customer.ts';
import { customerEncoding } from './store/customer-rebuild.ts';

/** Where the schema's migrations lie, seen from src/ and from dist/. */
export const migrations = new URL('../migrations/', import.meta.url);

/** Starts the customers service. */
export async function run(host: Host<Config>): Promise<void> {
  const db = await openDatabase(host, migrations);
  const { writer } = openMessaging(host, 'customers', db);
  const { clock } = host;
  const deps: Deps = { db, customerEncoding: customerEncoding(db), writer, clock, stamp: storeStamp(clock) };
  await serveGrpc(host, (server) =>
    server.add(CustomersServiceService, {
      listCustomers: listCustomers(deps),
      batchGetCustomers: batchGetCustomers(deps),
      createCustomer: createCustomer(deps),
      updateCustomer: updateCustomer(deps),
      setCustomerTags: setCustomerTags(deps),
      createContact: createContact(deps),
      promoteContact: promoteContact(deps),
      eraseCustomer: eraseCustomer(deps),
      requestCustomerData: requestCustomerData(deps),
    }),
  );
}
