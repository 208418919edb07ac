import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';

/** What the methods of the customers service work with. */
export interface Deps {
  db: Database;
  customerEncoding: Encoding;
  writer: Writer;
  clock: Clock;
  stamp: Stamp;
}
