import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Clients } from './clients.ts';
import { APPLY_LOW_STOCK_THRESHOLD } from './domain/bulk-jobs.ts';
import { applyLowStockThreshold } from './jobs/apply-low-stock-threshold.ts';
import { openPrisma, type Prisma } from './store/prisma.ts';
import { adjustStockWith, type AdjustStock } from './use-cases/adjust-stock.ts';
import { reserveStockWith, type ReserveStock } from './use-cases/reserve-stock.ts';

/** Dependencies of the RPC handlers, use cases, consumers and jobs. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  writer: Writer;
  clock: Clock;
  logger: Logger;
  clients: Clients;
  jobs: BulkJobs;
  adjustStock: AdjustStock;
  reserveStock: ReserveStock;
}

/** Makes the dependencies from what the kit opened. */
export function openDeps(parts: ServiceParts<unknown, Clients>): Deps {
  const { db, writer, clock, logger, clients } = parts;
  const prisma = openPrisma(db);
  const kinds = { [APPLY_LOW_STOCK_THRESHOLD]: applyLowStockThreshold(prisma) };
  const jobs = new BulkJobs({ db, writer, clock, logger, kinds });
  const deps = { db, prisma, writer, clock, logger, clients, jobs };
  return { ...deps, adjustStock: adjustStockWith(deps), reserveStock: reserveStockWith(deps) };
}
