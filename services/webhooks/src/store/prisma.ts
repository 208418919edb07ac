import { PrismaPg } from '@prisma/adapter-pg';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { PrismaClient } from '../generated/prisma/client.ts';

export type Prisma = PrismaClient;

/** Prisma over the connections that the named statements use. */
export function openPrisma(database: Database): Prisma {
  return new PrismaClient({ adapter: new PrismaPg(database.pool) });
}
