import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Neighbours } from '../neighbours.ts';
import type { Prisma } from '../store/prisma.ts';

/** What the methods and jobs of the orders service work with. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  orderEncoding: Encoding;
  writer: Writer;
  clock: Clock;
  stamp: Stamp;
  neighbours: Neighbours;
  logger: Logger;
}
