import { serviceSettings } from '@commerce/service-kit/base-config.ts';
import { required, text, type ConfigOf } from '@commerce/service-kit/config.ts';

const address = (service: string) =>
  required(text.address(), {
    description: `Where the ${service} service listens (gRPC).`,
    example: `${service}:50051`,
  });

/** Settings of the orders service. */
export const settings = {
  ...serviceSettings,
  PRICING_ADDRESS: address('pricing'),
  INVENTORY_ADDRESS: address('inventory'),
  CUSTOMERS_ADDRESS: address('customers'),
  CATALOG_ADDRESS: address('catalog'),
};

export type Config = ConfigOf<typeof settings>;

/** Who may call this service. */
export const callers = ['gateway', 'webhooks'];
