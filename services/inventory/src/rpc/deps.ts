import type { Database } from '@commerce/service-kit/db/database.ts';

/** What the methods of inventory work with. */
export interface Deps {
  db: Database;
}
