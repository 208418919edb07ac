import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
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

/** Migrates a database to the newest schema; concurrent runs wait for each other (advisory lock). */
export async function migrate(
  databaseUrl: string,
  migrations: URL,
  log: (line: string) => void,
  options: SchemaOptions = {},
): Promise<void> {
  // Loaded on demand: a running service does not need it.
  const { runner } = await import('node-pg-migrate');
  await waitUntilAvailable(databaseUrl, log);
  for (const [dir, migrationsTable] of schemas(migrations, options))
    await runner({
      // No timeout of a statement, whatever the role's default (`setSessionDefaults`).
      databaseUrl: {
        connectionString: databaseUrl,
        lock_timeout: LOCK_TIMEOUT_MS,
        options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
      },
      dir: fileURLToPath(dir),
      direction: 'up',
      migrationsTable,
      checkOrder: true,
      log,
    });
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
    const known = (await readdir(dir))
      .filter((file) => file.endsWith('.sql'))
      .map((file) => file.slice(0, -4));
    const { rows } = await pool.query<{ name: string }>(`select name from ${table}`);
    const done = new Set(rows.map((row) => row.name));
    if (!known.every((name) => done.has(name))) return false;
  }
  return true;
}
