import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const TABLE = 'schema_migration';

/** Brings a database to the newest schema; several at once wait for each other (advisory lock). */
export async function migrate(
  databaseUrl: string,
  migrations: URL,
  log: (line: string) => void,
): Promise<void> {
  // Loaded by the migration alone: a service that runs has no use for it.
  const { runner } = await import('node-pg-migrate');
  await runner({
    databaseUrl,
    dir: fileURLToPath(migrations),
    direction: 'up',
    migrationsTable: TABLE,
    checkOrder: true,
    log,
  });
}

/** Whether every migration that this program knows has been run. Newer ones do not matter: expand, then contract. */
export async function isMigrated(pool: pg.Pool, migrations: URL): Promise<boolean> {
  const known = (await readdir(migrations))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4));
  const { rows } = await pool.query<{ name: string }>(`select name from ${TABLE}`);
  const done = new Set(rows.map((row) => row.name));
  return known.every((name) => done.has(name));
}
