import type { ServiceName } from '@commerce/deploy/local/services.ts';

/** By what name the bare process is known to PostgreSQL. */
export const BARE_NAME = 'bench-bare';

/** What the bare process is told, as JSON in its environment variable BARE. */
export interface BareOptions {
  databaseUrls: Record<ServiceName, string>;
  storeId: string;
}
