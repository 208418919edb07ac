import { InstallationsServiceService } from '@commerce/proto/commerce/auth/v1/installations.ts';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import type { Config } from '../config.ts';
import { askInstallations, type InstallationsOf } from './installations.ts';
import { fetchResources, stockOfEvents, type FetchResources } from './resources.ts';

/** The services that this one asks. */
export interface Neighbours {
  installationsOf: InstallationsOf;
  fetch: FetchResources;
  close(): void;
}

/** Where they are. */
export type Addresses = Pick<
  Config,
  'AUTH_ADDRESS' | 'CATALOG_ADDRESS' | 'ORDERS_ADDRESS' | 'CUSTOMERS_ADDRESS'
>;

/** Connects to the services that know who is installed and what is told. */
export function connectNeighbours(addresses: Addresses): Neighbours {
  const auth = new GrpcChannel(addresses.AUTH_ADDRESS, [InstallationsServiceService]);
  const catalog = new GrpcChannel(addresses.CATALOG_ADDRESS, [CatalogServiceService]);
  const orders = new GrpcChannel(addresses.ORDERS_ADDRESS, [OrdersServiceService]);
  const customers = new GrpcChannel(addresses.CUSTOMERS_ADDRESS, [CustomersServiceService]);
  return {
    installationsOf: askInstallations(auth.service(InstallationsServiceService)),
    fetch: fetchResources({
      catalog: catalog.service(CatalogServiceService),
      orders: orders.service(OrdersServiceService),
      customers: customers.service(CustomersServiceService),
      stock: stockOfEvents,
    }),
    close: () => [auth, catalog, orders, customers].forEach((channel) => channel.close()),
  };
}
