import type { Clock } from '@commerce/service-kit/clock.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { ServiceParts } from '@commerce/service-kit/process/service.ts';
import type { Clients } from './clients.ts';
import { kinds } from './jobs/kinds.ts';
import type { CatalogDeps } from './projection/catalog.ts';

/** Dependencies of the RPC handlers, use cases, consumers and jobs. */
export interface Deps extends CatalogDeps, Pick<Clients, 'applyPrices'> {
  /** Promotions begin and end by it. */
  clock: Clock;
  jobs: BulkJobs;
}

/** Makes the dependencies from what the kit opened. */
export function openDeps(parts: Omit<ServiceParts<unknown, Clients>, 'config'>): Deps {
  const { db, writer, clock, logger, clients } = parts;
  return { db, writer, clock, jobs: new BulkJobs({ db, writer, clock, logger, kinds }), ...clients };
}
