import { purgeOf } from '@commerce/service-kit/db/purge.ts';

/** Deletes a chunk of a test store's data; products stay as tombstones once their deletion is consumed. */
export const storePurge = purgeOf([
  'shop',
  'price_list_entry',
  'promotion_target',
  'promotion',
  'price_list',
]);
