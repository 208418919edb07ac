import type { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Prisma } from '../store/prisma.ts';

/** What the reads of the catalogue work with. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  productEncoding: Encoding;
}

/** What its writes work with. */
export interface WriteDeps {
  db: Database;
  writer: Writer;
  /** Gives each change its `updated_at`. */
  stamp: Stamp;
  jobs: BulkJobs;
  inventory: Pick<ClientOf<typeof InventoryServiceService>, 'retireProduct'>;
}

/** What the methods of imports work with. */
export interface ImportRpcDeps extends Pick<WriteDeps, 'writer' | 'jobs'> {
  clock: Clock;
}

/** What exports work with. */
export interface ExportDeps extends Pick<Deps, 'db' | 'prisma'> {
  inventory: Pick<ClientOf<typeof InventoryServiceService>, 'batchGetStockRows'>;
}

/** What all methods work with. */
export type AllDeps = Deps & WriteDeps & ImportRpcDeps & ExportDeps;
