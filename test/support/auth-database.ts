import { openPrisma, type Prisma } from '@commerce/auth/seed.ts';
import { Database } from '@commerce/service-kit/db/database.ts';
import { platform } from './platform.ts';
import { platformSql } from './platform-sql.ts';

/** The auth service's database, for what no API offers: new stores and apps, and backdating. */
export interface AuthDatabase {
  prisma: Prisma;
  sql: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
}

/** Runs work on the database and closes the connection. */
export async function withAuthDatabase<T>(work: (database: AuthDatabase) => Promise<T>): Promise<T> {
  const database = new Database(platform().databaseUrls['auth']!, 1);
  const prisma = openPrisma(database);
  try {
    return await work({
      prisma,
      sql: async (text, values) => (await database.pool.query(text, values)).rows,
    });
  } finally {
    await database.close();
  }
}

/** Runs one statement on the auth service's limits database. */
export const limitsSql = (text: string, values?: unknown[]): Promise<object[]> =>
  platformSql('auth_limits', text, values);

/** Runs one statement on the auth service's database. */
export const authSql = <Row extends object>(text: string, values?: unknown[]): Promise<Row[]> =>
  platformSql('auth', text, values);
