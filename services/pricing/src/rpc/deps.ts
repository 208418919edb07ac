import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';

/** What the methods of pricing work with. */
export interface Deps {
  db: Database;
  /** Promotions begin and end by it. */
  clock: Clock;
}
