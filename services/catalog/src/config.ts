import { serviceSettings } from '@commerce/service-kit/base-config.ts';
import { required, text, type ConfigOf } from '@commerce/service-kit/config.ts';

/** Settings of the catalog service. */
export const settings = {
  ...serviceSettings,
  INVENTORY_ADDRESS: required(text.address(), {
    description: 'Where the inventory service listens (gRPC).',
    example: 'inventory:50051',
  }),
};

export type Config = ConfigOf<typeof settings>;

/** Who may call this service. */
export const callers = ['gateway', 'pricing', 'inventory', 'orders', 'webhooks'];
