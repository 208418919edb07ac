import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';

/** What the methods of the customers service work with. */
export interface Deps {
  db: Database;
  customerEncoding: Encoding;
}
