import { InstallationsServiceService } from '@commerce/proto/commerce/auth/v1/installations.ts';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { Certificates } from '@commerce/service-kit/grpc/certificates.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import type { Config } from '../config.ts';
import { askContacts, type ContactsOf } from './contacts.ts';
import { askInstallations, type InstallationsOf } from './installations.ts';
import { fetchResources, type FetchResources } from './resources.ts';
import { findSample, type FindSample } from './samples.ts';

/** The services that this one asks. */
export interface Neighbours {
  installationsOf: InstallationsOf;
  contactsOf: ContactsOf;
  fetch: FetchResources;
  sampleOf: FindSample;
  close(): void;
}

/** Where they are. */
export type Addresses = Pick<
  Config,
  'AUTH_ADDRESS' | 'CATALOG_ADDRESS' | 'INVENTORY_ADDRESS' | 'ORDERS_ADDRESS' | 'CUSTOMERS_ADDRESS'
>;

/** Connects to the services that know who is installed and what is told. */
export function connectNeighbours(addresses: Addresses, tls?: Certificates): Neighbours {
  const auth = new GrpcChannel(addresses.AUTH_ADDRESS, [InstallationsServiceService], tls);
  const catalog = new GrpcChannel(addresses.CATALOG_ADDRESS, [CatalogServiceService], tls);
  const inventory = new GrpcChannel(addresses.INVENTORY_ADDRESS, [InventoryServiceService], tls);
  const orders = new GrpcChannel(addresses.ORDERS_ADDRESS, [OrdersServiceService], tls);
  const customers = new GrpcChannel(addresses.CUSTOMERS_ADDRESS, [CustomersServiceService], tls);
  const installations = auth.service(InstallationsServiceService);
  const owners = {
    catalog: catalog.service(CatalogServiceService),
    orders: orders.service(OrdersServiceService),
    customers: customers.service(CustomersServiceService),
    inventory: inventory.service(InventoryServiceService),
  };
  return {
    installationsOf: askInstallations(installations),
    contactsOf: askContacts(installations),
    fetch: fetchResources(owners),
    sampleOf: findSample(owners),
    close: () => [auth, catalog, inventory, orders, customers].forEach((channel) => channel.close()),
  };
}
