import { purgeOf } from '@commerce/service-kit/db/purge.ts';

/** Deletes a chunk of a test store's data; lines, history and payments go with their orders, movements of cash with their session. */
export const storePurge = purgeOf([
  'register_session',
  'order_draft',
  '"order"',
  'sales_of_day',
  'sales_of_product',
  'order_counter',
  'status_flow',
  'store_setting',
  'erased_buyer',
  'shop',
]);
