import { PrismaPg } from '@prisma/adapter-pg';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { PrismaClient } from '../generated/prisma/client.ts';

export type { PrismaClient } from '../generated/prisma/client.ts';

/** Prisma on the connections of the database. */
export function openPrisma(db: Database): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(db.pool) });
}
