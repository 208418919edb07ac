import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { Connect } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';

/** Services that catalog calls. */
export interface Clients {
  inventory: ClientOf<typeof InventoryServiceService>;
  pricing: ClientOf<typeof PricingServiceService>;
}

/** Connects to inventory and pricing. */
export const connectClients = (
  connect: Connect,
  { INVENTORY_ADDRESS, PRICING_ADDRESS }: Config,
): Clients => ({
  inventory: connect(INVENTORY_ADDRESS, [InventoryServiceService]).service(InventoryServiceService, {
    idempotent: ['retireProduct'],
  }),
  pricing: connect(PRICING_ADDRESS, [PricingServiceService]).service(PricingServiceService),
});
