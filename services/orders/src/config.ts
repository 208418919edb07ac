import { serviceAddress, serviceSettings } from '@commerce/service-kit/base-config.ts';
import type { ConfigOf } from '@commerce/service-kit/config.ts';
import { historySettings } from '@commerce/service-kit/jobs/history.ts';

export const settings = {
  ...serviceSettings,
  ...historySettings('histories of orders, by the month of the order,'),
  PRICING_ADDRESS: serviceAddress('pricing'),
  INVENTORY_ADDRESS: serviceAddress('inventory'),
  CUSTOMERS_ADDRESS: serviceAddress('customers'),
  CATALOG_ADDRESS: serviceAddress('catalog'),
};

export type Config = ConfigOf<typeof settings>;
