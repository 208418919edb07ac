import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStamp, type Stamp } from '@commerce/service-kit/db/stamp.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Clients } from './clients.ts';
import { SEED_STORE } from './domain/sandbox/seed-job.ts';
import { seedStore } from './jobs/seed-store.ts';
import { orderEncoding } from './store/order-list.ts';
import { openPrisma, type Prisma } from './store/prisma.ts';
import { commitOrderWith, type CommitOrder } from './use-cases/commit-order.ts';
import { confirmOrderWith, type ConfirmOrder } from './use-cases/confirm-order.ts';

/** Dependencies of the RPC handlers, use cases, consumers and jobs. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  orderEncoding: Encoding;
  writer: Writer;
  clock: Clock;
  stamp: Stamp;
  commitOrder: CommitOrder;
  confirmOrder: ConfirmOrder;
  clients: Clients;
  logger: Logger;
  jobs: BulkJobs;
}

/** Makes the dependencies from what the kit opened. */
export function openDeps({ db, writer, clock, clients, logger }: ServiceParts<unknown, Clients>): Deps {
  const deps = {
    db,
    prisma: openPrisma(db),
    orderEncoding: orderEncoding(db),
    writer,
    clock,
    stamp: storeStamp(clock),
    clients,
    logger,
  };
  // The job that makes sample data needs all dependencies, the jobs among them.
  const kinds = { [SEED_STORE]: seedStore((): Deps => all) };
  const jobs = new BulkJobs({ db, writer, clock, logger, kinds });
  const all = { ...deps, commitOrder: commitOrderWith(deps), confirmOrder: confirmOrderWith(deps), jobs };
  return all;
}
