import { serviceSettings } from '@commerce/service-kit/base-config.ts';
import { required, text, type ConfigOf } from '@commerce/service-kit/config.ts';

/** Settings of the inventory service. */
export const settings = {
  ...serviceSettings,
  CATALOG_ADDRESS: required(text.address(), {
    description: 'Where the catalog service listens (gRPC).',
    example: 'catalog:50051',
  }),
};

export type Config = ConfigOf<typeof settings>;

/** Who may call this service. */
export const callers = ['gateway', 'catalog', 'orders', 'webhooks'];
