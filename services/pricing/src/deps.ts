import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Clients } from './clients.ts';
import { CHANGE_PRICE_LIST, CHANGE_PRICES, PURGE_PRICE_LIST } from './domain/bulk-jobs.ts';
import { changePriceList } from './jobs/change-price-list.ts';
import { changePrices } from './jobs/change-prices.ts';
import { purgePriceList } from './jobs/purge-price-list.ts';
import { openPrisma, type Prisma } from './store/prisma.ts';

/** Dependencies of the RPC handlers, use cases, consumers and jobs. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  writer: Writer;
  /** Determines which promotions are running. */
  clock: Clock;
  logger: Logger;
  clients: Clients;
  jobs: BulkJobs;
}

/** Makes the dependencies from what the kit opened. */
export function openDeps(parts: ServiceParts<unknown, Clients>): Deps {
  const { db, writer, clock, logger, clients } = parts;
  const prisma = openPrisma(db);
  const kinds = {
    [CHANGE_PRICES]: changePrices,
    [CHANGE_PRICE_LIST]: changePriceList,
    [PURGE_PRICE_LIST]: purgePriceList(prisma),
  };
  const jobs = new BulkJobs({ db, writer, clock, logger, kinds });
  return { db, prisma, writer, clock, logger, clients, jobs };
}
