import pg from 'pg';

/**
 * Changes a setting of a PostgreSQL server.
 * @param adminUrl URL of a superuser
 * @param setting such as `fsync = off`
 */
export async function changeServer(adminUrl: string, setting: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`alter system set ${setting}`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
