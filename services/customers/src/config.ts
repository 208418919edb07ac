import { serviceAddress, serviceSettings } from '@commerce/service-kit/base-config.ts';
import type { ConfigOf } from '@commerce/service-kit/config.ts';

/** Settings of the customers service. */
export const settings = {
  ...serviceSettings,
  ORDERS_ADDRESS: serviceAddress('orders'),
  WEBHOOKS_ADDRESS: serviceAddress('webhooks'),
};

export type Config = ConfigOf<typeof settings>;
