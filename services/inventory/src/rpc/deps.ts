import type { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';

/** What the methods of inventory work with. */
export interface Deps {
  db: Database;
  writer: Writer;
  clock: Clock;
  jobs: BulkJobs;
  catalog: ClientOf<typeof CatalogServiceService>;
}
