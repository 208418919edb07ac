import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Certificates } from '@commerce/service-kit/grpc/certificates.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';

/** Where the services are that this one calls. */
export interface Addresses {
  pricing: string;
  inventory: string;
  customers: string;
  catalog: string;
}

/** The services that this one calls. */
export interface Neighbours {
  pricing: ClientOf<typeof PricingServiceService>;
  inventory: ClientOf<typeof InventoryServiceService>;
  customers: ClientOf<typeof CustomersServiceService>;
  catalog: ClientOf<typeof CatalogServiceService>;
  close(): void;
}

/** Connects to the services that this one calls; they may be away at first. */
export function connectNeighbours(addresses: Addresses, tls?: Certificates): Neighbours {
  const pricing = new GrpcChannel(addresses.pricing, [PricingServiceService], tls);
  const inventory = new GrpcChannel(addresses.inventory, [InventoryServiceService], tls);
  const customers = new GrpcChannel(addresses.customers, [CustomersServiceService], tls);
  const catalog = new GrpcChannel(addresses.catalog, [CatalogServiceService], tls);
  return {
    pricing: pricing.service(PricingServiceService),
    inventory: inventory.service(InventoryServiceService),
    customers: customers.service(CustomersServiceService),
    catalog: catalog.service(CatalogServiceService),
    close: () => [pricing, inventory, customers, catalog].forEach((channel) => channel.close()),
  };
}
