import { serviceAddress, serviceSettings } from '@commerce/service-kit/base-config.ts';
import type { ConfigOf } from '@commerce/service-kit/config.ts';
import { historySettings } from '@commerce/service-kit/jobs/history.ts';

export const settings = {
  ...serviceSettings,
  ...historySettings('stock movements'),
  CATALOG_ADDRESS: serviceAddress('catalog'),
};

export type Config = ConfigOf<typeof settings>;
