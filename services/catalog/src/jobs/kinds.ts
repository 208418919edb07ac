import type { BulkKind } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { AmountsDeps } from './import-amounts.ts';
import type { ImportDeps } from './import-part.ts';
import { IMPORT_READ, importReadJob } from './import-read.ts';
import { IMPORT_WRITE, importWriteJob } from './import-write.ts';
import { PRODUCT_EDIT, productEditJob } from './product-edit.ts';

/** Every operation on many products, by the name of its kind. */
export const kinds = (deps: ImportDeps & AmountsDeps): Record<string, BulkKind<unknown>> => ({
  [PRODUCT_EDIT]: productEditJob(deps.stamp),
  [IMPORT_READ]: importReadJob(deps.db, deps.clock),
  [IMPORT_WRITE]: importWriteJob(deps),
});
