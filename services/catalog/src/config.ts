import { serviceAddress, serviceSettings } from '@commerce/service-kit/base-config.ts';
import type { ConfigOf } from '@commerce/service-kit/config.ts';

export const settings = {
  ...serviceSettings,
  INVENTORY_ADDRESS: serviceAddress('inventory'),
  PRICING_ADDRESS: serviceAddress('pricing'),
};

export type Config = ConfigOf<typeof settings>;
