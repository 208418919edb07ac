import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { CHANGE_PRICE_LIST, changePriceListInBulk } from './change-price-list.ts';
import { CHANGE_PRICES, changePricesInBulk } from './change-prices.ts';
import { PURGE_PRICE_LIST, purgePriceList } from './purge-price-list.ts';

/** The operations on many rows that the service does in parts. */
export const kinds: Record<string, BulkKind> = {
  [CHANGE_PRICES]: changePricesInBulk,
  [CHANGE_PRICE_LIST]: changePriceListInBulk,
  [PURGE_PRICE_LIST]: purgePriceList,
};
