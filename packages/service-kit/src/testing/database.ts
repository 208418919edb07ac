import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';

const POOL_SIZE = 4;

/** A database of a test's own, brought to the newest schema of a service. */
export interface TestDatabase {
  db: Database;
  url: string;
  /** Closes the connections and removes the database; what is not closed keeps jest from ending. */
  drop(): Promise<void>;
}

/**
 * Creates a database for one test file.
 * @param migrations the service's folder of migrations
 * @throws Error when TEST_DATABASE_URL, a URL by which databases can be created, is not set
 */
export async function createTestDatabase(migrations: URL): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (!adminUrl)
    throw new Error(
      'TEST_DATABASE_URL is not set: it names a PostgreSQL server on which tests may create databases, e.g. postgresql://postgres:postgres@127.0.0.1:5432/postgres',
    );
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await asAdmin(adminUrl, `create database ${name}`);
  const db = new Database(url.href, POOL_SIZE);
  const drop = async (): Promise<void> => {
    await db.close();
    await asAdmin(adminUrl, `drop database ${name} with (force)`);
  };
  try {
    await migrate(url.href, migrations, () => undefined);
  } catch (error) {
    await drop();
    throw error;
  }
  return { db, url: url.href, drop };
}

async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
