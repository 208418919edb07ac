import { purgeOf } from '@commerce/service-kit/db/purge.ts';

/** Deletes a chunk of a test store's data. Erasures stay: they go on without the customer. */
export const storePurge = purgeOf(['customer_note', 'data_download', 'data_request', 'customer']);
