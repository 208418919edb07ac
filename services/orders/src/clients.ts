import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { CustomersServiceService } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { Connect } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';

/** Clients of the services that orders calls. */
export interface Clients {
  pricing: ClientOf<typeof PricingServiceService>;
  inventory: ClientOf<typeof InventoryServiceService>;
  customers: ClientOf<typeof CustomersServiceService>;
  catalog: ClientOf<typeof CatalogServiceService>;
}

/** Connects to the services that orders calls. */
export const connectClients = (connect: Connect, config: Config): Clients => ({
  pricing: connect(config.PRICING_ADDRESS, [PricingServiceService]).service(PricingServiceService),
  inventory: connect(config.INVENTORY_ADDRESS, [InventoryServiceService]).service(InventoryServiceService, {
    idempotent: ['reserveStock', 'setOrderStock', 'confirmOrderStock'],
  }),
  customers: connect(config.CUSTOMERS_ADDRESS, [CustomersServiceService]).service(CustomersServiceService),
  catalog: connect(config.CATALOG_ADDRESS, [CatalogServiceService]).service(CatalogServiceService),
});
