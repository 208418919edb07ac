import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Database, type Queryable } from '../db/database.ts';
import { migrate, type SchemaOptions } from '../db/migrate.ts';
import type { Statement } from '../db/statement.ts';

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
export async function createTestDatabase(migrations: URL, options?: SchemaOptions): Promise<TestDatabase> {
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
    await migrate(url.href, migrations, () => undefined, options);
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

/** How the database runs a statement once it has seen it often. */
export interface StatementPlan {
  /** The lines of the plan that read a table, an index or an intermediate result. */
  scans: string[];
  /** Whether the plan is kept; otherwise every call is planned anew. */
  kept: boolean;
}

// PostgreSQL plans a prepared statement for its values five times before it considers a plan for all values.
const CALLS_UNTIL_KEPT = 8;

/** The plan of the statement that `run` runs; `run` is called with what stands for the database. */
export async function planOf(
  db: Database,
  run: (queryable: Queryable) => Promise<unknown>,
): Promise<StatementPlan> {
  const client = await db.pool.connect();
  // It may be ended by the removal of its database before it has ended by itself.
  client.on('error', () => undefined);
  try {
    let plan: StatementPlan | undefined;
    await run({
      async rows<R>({ name, text }: Statement, values: unknown[]): Promise<R[]> {
        const query = { name, text, values };
        for (let i = 0; i < CALLS_UNTIL_KEPT; i++) await client.query(query);
        const { rows } = await client.query<{ kept: boolean; types: string[] }>(
          'select generic_plans > 0 as kept, parameter_types::text[] as types from pg_prepared_statements where name = $1',
          [name],
        );
        const { kept, types } = rows[0]!;
        await client.query(`prepare explained (${types.join(', ')}) as ${text}`);
        await client.query('set plan_cache_mode = force_generic_plan');
        const explained = await client.query<{ 'QUERY PLAN': string }>(
          `explain execute explained (${values.map(literal).join(', ')})`,
        );
        const lines = explained.rows.map((row) => row['QUERY PLAN'].trim());
        plan = { scans: lines.filter((line) => / Scan /.test(line)), kept };
        return (await client.query(query)).rows as R[];
      },
    });
    if (plan === undefined) throw new Error('nothing was run');
    return plan;
  } finally {
    // The session's settings and statements go with it.
    client.release(true);
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value) && value.length === 0) return "'{}'";
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  // Numbers and booleans are literals as they are, and a date is one in quotes.
  return value instanceof Date ? pg.escapeLiteral(value.toISOString()) : JSON.stringify(value);
}
