import { serviceAddress, serviceSettings } from '@commerce/service-kit/base-config.ts';
import type { ConfigOf } from '@commerce/service-kit/config.ts';

export const settings = {
  ...serviceSettings,
  CATALOG_ADDRESS: serviceAddress('catalog'),
};

export type Config = ConfigOf<typeof settings>;
