import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const TABLE = 'schema_migration';
const KIT_TABLE = 'kit_schema_migration';
/**
 * A migration that cannot lock a table within this time fails, so that queries of the running version do not
 * queue behind it.
 */
const LOCK_TIMEOUT_MS = 5_000;
/** Instead of the defaults of the role (`setSessionDefaults`). */
const NO_TIMEOUTS = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0';
/** Advisory lock of a running migration. */
const LOCK = 7_401_886;
/** Time that a database may take to start. */
const STARTUP_TIMEOUT_MS = 120_000;
const RETRY_MS = 1_000;
/** Errors of a database that is still starting. */
const RETRYABLE = /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|57P03|timeout expired/;

/**
 * The kit's own migrations. Looked up from the service's folder upwards, because the kit is bundled into the
 * service.
 */
function kitMigrations(migrations: URL): URL {
  for (let dir = migrations; ; dir = new URL('../', dir)) {
    const found = new URL('packages/service-kit/migrations/', dir);
    if (existsSync(found)) return found;
    if (dir.pathname === '/') throw new Error('packages/service-kit/migrations was not found');
  }
}

/** Schema of a database; `kitTables` (the default) adds the kit's own tables: outbox, inbox, idempotency records. */
export interface SchemaOptions {
  kitTables?: boolean;
}

/**
 * Migrates a database to the newest schema; concurrent runs wait for each other (advisory lock).
 * @throws Error when a migration has changed since it was applied
 */
export async function migrate(
  databaseUrl: string,
  migrations: URL,
  log: (line: string) => void,
  options: SchemaOptions = {},
): Promise<void> {
  // Loaded on demand: a running service does not need it.
  const { runner } = await import('node-pg-migrate');
  await waitUntilAvailable(databaseUrl, log);
  const client = new pg.Client({ connectionString: databaseUrl, options: NO_TIMEOUTS });
  // A connection that breaks fails the next statement; without a listener, it would crash the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lock(client, log);
    const sources = await Promise.all(
      schemas(migrations, options).map(async ([dir, table]) => ({ dir, table, hashes: await hashesOf(dir) })),
    );
    for (const { table, hashes } of sources) await requireUnchanged(client, table, hashes);
    for (const { dir, table, hashes } of sources) {
      await runner({
        databaseUrl: {
          connectionString: databaseUrl,
          lock_timeout: LOCK_TIMEOUT_MS,
          options: NO_TIMEOUTS,
        },
        dir: fileURLToPath(dir),
        direction: 'up',
        migrationsTable: table,
        checkOrder: true,
        // The lock above replaces its own, which does not wait.
        noLock: true,
        log,
      });
      await recordHashes(client, table, hashes);
    }
  } finally {
    await client.end();
  }
}

/** Waits for another migration without a statement, whose snapshot would hold up a concurrent creation of an index. */
async function lock(client: pg.Client, log: (line: string) => void): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${LOCK}) as locked`,
    );
    if (rows[0]!.locked) return;
    log('waiting for another migration');
    await sleep(RETRY_MS);
  }
}

/** The names of a folder's migrations, in their order. */
const namesIn = async (dir: URL): Promise<string[]> =>
  (await readdir(dir))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4))
    .toSorted();

/** Hashes of the contents of a folder's migrations, by name. */
async function hashesOf(dir: URL): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const name of await namesIn(dir))
    hashes[name] = createHash('sha256')
      .update(await readFile(new URL(`${name}.sql`, dir)))
      .digest('hex');
  return hashes;
}

/** A database that was migrated before hashes were recorded counts as changed. */
async function requireUnchanged(
  client: pg.Client,
  table: string,
  hashes: Record<string, string>,
): Promise<void> {
  const { rows: tables } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
    table,
  ]);
  if (tables[0]!.found === null) return;
  const { rows } = await client.query<{ name: string }>(
    `select name from ${table} m join jsonb_each_text($1) f on f.key = m.name
      where not to_jsonb(m) ? 'sha256' or to_jsonb(m) ->> 'sha256' <> f.value order by name`,
    [hashes],
  );
  if (rows.length > 0)
    throw new Error(
      `Migration ${rows[0]!.name} has changed since this database applied it. Restore its file, or start over with an empty database (local data: pnpm start --fresh).`,
    );
}

/** Records the contents of the applied migrations. */
async function recordHashes(client: pg.Client, table: string, hashes: Record<string, string>): Promise<void> {
  await client.query(`alter table ${table} add column if not exists sha256 text`);
  await client.query(
    `update ${table} m set sha256 = f.value from jsonb_each_text($1) f where f.key = m.name and m.sha256 is null`,
    [hashes],
  );
}

async function waitUntilAvailable(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const until = Date.now() + STARTUP_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (!RETRYABLE.test(`${code} ${message}`) || Date.now() > until) throw error;
      log(`waiting for the database: ${message}`);
      await sleep(RETRY_MS);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Migration folders of a database, each with the table that records the applied migrations. */
export const schemas = (
  migrations: URL,
  { kitTables = true }: SchemaOptions,
): [dir: URL, table: string][] => [
  ...(kitTables ? ([[kitMigrations(migrations), KIT_TABLE]] as [URL, string][]) : []),
  [migrations, TABLE],
];

/** Reports whether every migration that this program knows is applied. Newer ones do not matter: expand, then contract. */
export async function isMigrated(
  pool: pg.Pool,
  migrations: URL,
  options: SchemaOptions = {},
): Promise<boolean> {
  for (const [dir, table] of schemas(migrations, options)) {
    const known = await namesIn(dir);
    const { rows } = await pool.query<{ name: string }>(`select name from ${table}`);
    const done = new Set(rows.map((row) => row.name));
    if (!known.every((name) => done.has(name))) return false;
  }
  return true;
}
