import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import type { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { ApplyPricesRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { CatalogDeps } from '../projection/catalog.ts';

/** What the methods of pricing work with. */
export interface Deps extends CatalogDeps {
  /** Promotions begin and end by it. */
  clock: Clock;
  jobs: BulkJobs;
  /** The catalogue's ApplyPrices, whose products are left encoded. */
  applyPrices: (ctx: Context, request: ApplyPricesRequest) => Promise<EncodedPage>;
}
