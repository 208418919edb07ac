import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { Database, type Queryable } from '../db/database.ts';
import { migrate, schemas, type SchemaOptions } from '../db/migrate.ts';
import type { Statement } from '../db/statement.ts';
import { until } from './until.ts';

const POOL_SIZE = 4;
/** On a busy machine many tests compete for a few connections. */
const CONNECT_TIMEOUT_MS = 60_000;
/** Tests of plans and sizes run statements of minutes. */
const RESPONSE_TIMEOUT_MS = 600_000;

/** Connection pool of a test whose database can be dropped as soon as the pool is closed. */
export class TestPool extends Database {
  #open = 0;

  constructor(
    url: string,
    poolSize: number,
    options: { pooled?: boolean; asynchronousCommit?: boolean; responseTimeoutMs?: number } = {},
  ) {
    super(url, poolSize, {
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
      ...options,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    });
    this.pool.on('connect', () => void this.#open++);
    this.pool.on('remove', () => void this.#open--);
  }

  /** Resolves when the server has closed every connection, which is later than pg's `end()`. */
  override async close(): Promise<void> {
    await super.close();
    while (this.#open > 0) await once(this.pool, 'remove');
  }
}

/** Migrated database of a single test file. */
export interface TestDatabase {
  db: Database;
  url: string;
  /** Closes `db` and drops the database. Rejects while another connection of the test is open. */
  drop(): Promise<void>;
}

/**
 * Creates a database for one test file.
 * @param migrations the service's migration folder
 * @throws Error when TEST_DATABASE_URL, a URL of a role that may create databases, is not set
 */
export async function createTestDatabase(
  migrations: URL,
  options: SchemaOptions = {},
): Promise<TestDatabase> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (!adminUrl)
    throw new Error(
      'TEST_DATABASE_URL is not set. Set it to a PostgreSQL server where tests may create databases, e.g. postgresql://postgres:postgres@127.0.0.1:5432/postgres',
    );
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(adminUrl, async (admin) => {
    const template = await templateOf(admin, adminUrl, migrations, options);
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = urlOf(adminUrl, name);
  const db = new TestPool(url, POOL_SIZE);
  const drop = async (): Promise<void> => {
    await db.close();
    await asAdmin(adminUrl, (admin) => admin.query(`drop database ${name}`));
  };
  return { db, url, drop };
}

/** Name of the migrated template database; created by the first test that needs it. */
async function templateOf(
  admin: pg.Client,
  adminUrl: string,
  migrations: URL,
  options: SchemaOptions,
): Promise<string> {
  const name = `template_${await hashOf(schemas(migrations, options).map(([folder]) => folder))}`;
  await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
  const { rows } = await admin.query('select from pg_database where datname = $1 and datistemplate', [name]);
  if (rows.length === 0) {
    // A database without the template flag was left by an interrupted test.
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name}`);
    await migrate(urlOf(adminUrl, name), migrations, () => undefined, options);
    await admin.query(`alter database ${name} is_template true`);
  }
  await admin.query('select pg_advisory_unlock(hashtext($1))', [name]);
  return name;
}

/** Hash of the names and contents of the migration files. */
async function hashOf(folders: URL[]): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted())
      hash.update(`${file}\0`).update(await readFile(new URL(file, folder)));
  return hash.digest('hex').slice(0, 16);
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin(adminUrl: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** The statement that a call through Prisma sends, with its values; the call is made. */
export async function sentBy(db: Database, call: () => Promise<unknown>): Promise<[Statement, unknown[]]> {
  const { pool } = db;
  const query = pool.query.bind(pool);
  let sent: [Statement, unknown[]] | undefined;
  pool.query = ((config: Statement & { values: unknown[] }) => {
    sent = [{ name: config.name, text: config.text }, config.values];
    return query(config);
  }) as unknown as typeof pool.query;
  try {
    await call();
  } finally {
    Reflect.deleteProperty(pool, 'query');
  }
  if (sent === undefined) throw new Error('the call sent no statement');
  return sent;
}

/** Waits until that many connections to the database wait for a lock. */
export async function waitingForLocks(db: Database, count: number): Promise<void> {
  await until(async () => {
    const { rows } = await db.pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length >= count;
  }, `${count} connections that wait for a lock`);
}

/** Plan of a statement after repeated executions. */
export interface StatementPlan {
  /** Scan lines of the plan: reads of tables, indexes or intermediate results. */
  scans: string[];
  /** True if the generic plan is cached; otherwise every call is planned again. */
  kept: boolean;
}

// PostgreSQL plans a prepared statement five times for its values before it considers a generic plan.
const CALLS_UNTIL_KEPT = 8;

/** Plan of the statement that `run` executes on the queryable passed to it. */
export async function planOf(
  db: Database,
  run: (queryable: Queryable) => Promise<unknown>,
): Promise<StatementPlan> {
  const client = await db.pool.connect();
  // Dropping the database may close the connection first.
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
          `explain execute explained (${values.map((value, n) => `${literal(value)}::${types[n]}`).join(', ')})`,
        );
        const lines = explained.rows.map((row) => row['QUERY PLAN'].trim());
        plan = { scans: lines.filter((line) => / Scan /.test(line)), kept };
        return (await client.query(query)).rows as R[];
      },
    });
    if (plan === undefined) throw new Error('`run` executed no statement');
    return plan;
  } finally {
    // Discard the session with its settings and statements.
    client.release(true);
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value) && value.length === 0) return "'{}'";
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  // Numbers and booleans need no quotes, dates do.
  return value instanceof Date ? pg.escapeLiteral(value.toISOString()) : JSON.stringify(value);
}
