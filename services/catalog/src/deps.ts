import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStamp, type Stamp } from '@commerce/service-kit/db/stamp.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Clients } from './clients.ts';
import { kinds } from './jobs/kinds.ts';
import { openPrisma, type Prisma } from './store/prisma.ts';
import { productEncoding } from './store/product-list.ts';

/** Dependencies of the RPC handlers, use cases, consumers and jobs. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  productEncoding: Encoding;
  writer: Writer;
  clock: Clock;
  /** Gives each change its `updated_at`. */
  stamp: Stamp;
  clients: Clients;
  logger: Logger;
  jobs: BulkJobs;
}

/** Makes the dependencies from what the kit opened. */
export function openDeps(parts: ServiceParts<unknown, Clients>): Deps {
  const { db, writer, clock, logger, clients } = parts;
  const stamp = storeStamp(clock);
  const prisma = openPrisma(db);
  const jobs = new BulkJobs({
    db,
    writer,
    clock,
    logger,
    kinds: kinds({ db, prisma, clock, stamp, clients }),
  });
  return { db, prisma, productEncoding: productEncoding(db), writer, clock, stamp, clients, logger, jobs };
}
