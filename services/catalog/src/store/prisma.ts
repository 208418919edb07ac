import type { Database } from '@commerce/service-kit/db/database.ts';
import { openStorePrisma, type StorePrisma } from '@commerce/service-kit/db/prisma.ts';
import { PrismaClient } from '../generated/prisma/client.ts';

/** The models of the service's database. */
export type Prisma = StorePrisma<PrismaClient>;

/** Opens Prisma over the connections of the database. */
export const openPrisma = (db: Database): Prisma => openStorePrisma(db, PrismaClient);
