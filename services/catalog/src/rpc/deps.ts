import type { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
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
