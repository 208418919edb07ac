import type { Logger } from '@commerce/service-kit/logger.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import type { Clients } from '../clients.ts';

/** Dependencies of the RPC handlers and jobs. */
export interface Deps {
  db: Database;
  customerEncoding: Encoding;
  writer: Writer;
  clock: Clock;
  stamp: Stamp;
  clients: Clients;
  logger: Logger;
}
