import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import { batchGetCustomers } from './rpc/batch-get-customers.ts';
import { createContact } from './rpc/create-contact.ts';
import { createCustomer } from './rpc/create-customer.ts';
import type { Deps } from './rpc/deps.ts';
import { eraseCustomer } from './rpc/erase-customer.ts';
import { exportCustomerData } from './rpc/export-customer-data.ts';
import { getCustomer } from './rpc/get-customer.ts';
import { listCustomers } from './rpc/list-customers.ts';
import { promoteContact } from './rpc/promote-contact.ts';
import { requestCustomerData } from './rpc/request-customer-data.ts';
import { searchCustomers } from './rpc/search-customers.ts';
import { setCustomerTags } from './rpc/set-customer-tags.ts';
import { updateCustomer } from './rpc/update-customer.ts';

/** Puts every method of this service on the server. */
export function addServices(server: GrpcServer, deps: Deps): void {
  server.add(CustomersServiceService, {
    listCustomers: listCustomers(deps),
    batchGetCustomers: batchGetCustomers(deps),
    searchCustomers: searchCustomers(deps),
    getCustomer: getCustomer(deps),
    createCustomer: createCustomer(deps),
    updateCustomer: updateCustomer(deps),
    setCustomerTags: setCustomerTags(deps),
    createContact: createContact(deps),
    promoteContact: promoteContact(deps),
    eraseCustomer: eraseCustomer(deps),
    requestCustomerData: requestCustomerData(deps),
    exportCustomerData: exportCustomerData(deps),
  });
}
