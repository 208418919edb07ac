import type { Database } from '@commerce/service-kit/db/database.ts';
import type { Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import type { Prisma } from '../store/prisma.ts';

/** What the methods of the orders service work with. */
export interface Deps {
  db: Database;
  prisma: Prisma;
  orderEncoding: Encoding;
}
