import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { InstallationsOf } from '../clients/installations.ts';
import type { FetchResources } from '../clients/resources.ts';
import type { FindSample } from '../clients/samples.ts';
import type { UrlPolicy } from '../domain/endpoint-url.ts';
import type { Partitions } from '../events/partitions.ts';
import type { Prisma } from '../store/prisma.ts';

/** What the methods of the webhooks service work with. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  writer: Writer;
  clock: Clock;
  secretBox: SecretBox;
  urlPolicy: UrlPolicy;
  partitions: Partitions;
  jobs: BulkJobs;
  installationsOf: InstallationsOf;
  fetch: FetchResources;
  sampleOf: FindSample;
  /** Told when deliveries are due. */
  wake: () => void;
}
