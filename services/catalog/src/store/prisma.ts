import { PrismaPg } from '@prisma/adapter-pg';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { PrismaClient } from '../generated/prisma/client.ts';

export type Prisma = PrismaClient;

/** Opens Prisma on the connection pool of the named statements. */
export function openPrisma(database: Database): Prisma {
  return new PrismaClient({ adapter: new PrismaPg(database.pool) });
}
