import { AppsServiceService } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Connect } from '@commerce/service-kit/process/service.ts';
import type { Config } from '../config.ts';
import { contactsClient, type FindContacts } from './contacts.ts';
import { installationsClient, type ListInstallations } from './installations.ts';
import { resourcesClient, type FetchResources } from './resources.ts';
import { samplesClient, type FindSample } from './samples.ts';

/** Calls to other services. */
export interface Clients {
  listInstallations: ListInstallations;
  findContacts: FindContacts;
  fetchResources: FetchResources;
  findSample: FindSample;
}

/** Connects to auth and to the services that own the data of events. */
export function connectClients(connect: Connect, config: Config): Clients {
  const auth = connect(config.AUTH_ADDRESS, [AppsServiceService]).service(AppsServiceService);
  const owners = {
    catalog: connect(config.CATALOG_ADDRESS, [CatalogServiceService]).service(CatalogServiceService),
    orders: connect(config.ORDERS_ADDRESS, [OrdersServiceService]).service(OrdersServiceService),
    customers: connect(config.CUSTOMERS_ADDRESS, [CustomersServiceService]).service(CustomersServiceService),
    inventory: connect(config.INVENTORY_ADDRESS, [InventoryServiceService]).service(InventoryServiceService),
  };
  return {
    listInstallations: installationsClient(auth),
    findContacts: contactsClient(auth),
    fetchResources: resourcesClient(owners),
    findSample: samplesClient(owners),
  };
}
