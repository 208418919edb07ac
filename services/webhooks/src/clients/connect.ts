import { InstallationsServiceService } from '@commerce/proto/commerce/auth/v1/installations.ts';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Connect } from '@commerce/service-kit/process/service.ts';
import type { Config } from '../config.ts';
import { askContacts, type ContactsOf } from './contacts.ts';
import { askInstallations, type InstallationsOf } from './installations.ts';
import { fetchResources, type FetchResources } from './resources.ts';
import { findSample, type FindSample } from './samples.ts';

/** The services that webhooks calls. */
export interface Clients {
  installationsOf: InstallationsOf;
  contactsOf: ContactsOf;
  fetch: FetchResources;
  sampleOf: FindSample;
}

/** Connects to auth and to the services that own the data of events. */
export function connectClients(connect: Connect, config: Config): Clients {
  const installations = connect(config.AUTH_ADDRESS, [InstallationsServiceService]).service(
    InstallationsServiceService,
  );
  const owners = {
    catalog: connect(config.CATALOG_ADDRESS, [CatalogServiceService]).service(CatalogServiceService),
    orders: connect(config.ORDERS_ADDRESS, [OrdersServiceService]).service(OrdersServiceService),
    customers: connect(config.CUSTOMERS_ADDRESS, [CustomersServiceService]).service(CustomersServiceService),
    inventory: connect(config.INVENTORY_ADDRESS, [InventoryServiceService]).service(InventoryServiceService),
  };
  return {
    installationsOf: askInstallations(installations),
    contactsOf: askContacts(installations),
    fetch: fetchResources(owners),
    sampleOf: findSample(owners),
  };
}
