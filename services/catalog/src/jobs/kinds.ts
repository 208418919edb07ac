import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../deps.ts';
import { IMPORT_READ, IMPORT_WRITE, PRODUCT_EDIT } from '../domain/bulk-kinds.ts';
import { importReadJob } from './import-read.ts';
import { importWriteJob } from './import-write.ts';
import { productEditJob } from './product-edit.ts';

/** Every operation on many products, by the name of its kind. */
export const kinds = (
  deps: Pick<Deps, 'db' | 'prisma' | 'clock' | 'stamp' | 'clients' | 'imageUrls'>,
): Record<string, BulkKind<unknown>> => ({
  [PRODUCT_EDIT]: productEditJob(deps),
  [IMPORT_READ]: importReadJob(deps),
  [IMPORT_WRITE]: importWriteJob(deps),
});
