import type { ServiceName } from '@commerce/deploy/local/services.ts';

/** Application name of the bare process in PostgreSQL. */
export const BARE_NAME = 'bench-bare';

/** Options of the bare process, passed as JSON in the environment variable BARE. */
export interface BareOptions {
  databaseUrls: Record<ServiceName, string>;
  storeId: string;
}
