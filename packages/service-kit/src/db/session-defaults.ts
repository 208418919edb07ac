import pg from 'pg';
import { POOLED_SESSION_SETTINGS, type Database } from './database.ts';

/**
 * Makes the settings of sessions behind PgBouncer defaults of the role in this database, because it does not pass on those of a connection.
 * Sessions that are already open keep theirs.
 * @param directUrl not through the pooler
 */
export async function setSessionDefaults(directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    // A role that acts as another by default may change only its own settings.
    await client.query('set role none');
    const { rows } = await client.query<{ target: string }>(
      `select format('role %I in database %I', current_user, current_database()) as target`,
    );
    for (const [name, value] of Object.entries(POOLED_SESSION_SETTINGS))
      await client.query(`alter ${rows[0]!.target} set ${name} = '${value}'`);
  } finally {
    await client.end();
  }
}

/** @throws Error that names the settings which the sessions behind a pooler do not have */
export async function requireSessionDefaults({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [Object.keys(POOLED_SESSION_SETTINGS)],
  );
  const different = rows.filter(
    ({ name, value }) => POOLED_SESSION_SETTINGS[name as keyof typeof POOLED_SESSION_SETTINGS] !== value,
  );
  if (different.length > 0)
    throw new Error(
      `sessions of DATABASE_URL lack defaults of the role (${different.map(({ name }) => name).join(', ')}): run the migrations with DATABASE_DIRECT_URL of the same role, then RECONNECT in PgBouncer`,
    );
}
