import pg from 'pg';
import type { Secrets } from './secrets.ts';
import { databaseNames } from './services.ts';
import type { DatabaseName } from './services.ts';
import { StackError } from './stack-error.ts';

const minVersion = 15;

/** The database server of the services. */
export interface DatabaseServer {
  /** Connection string of a role that can create databases and roles. */
  adminUrl: string;
  /** Prefix of the names of databases and roles; empty on the embedded server. */
  prefix: string;
}

const hints: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host is unknown',
  ETIMEDOUT: 'its host does not respond',
  '28P01': 'the password is wrong',
  '28000': 'that user may not connect',
  '3D000': 'that database does not exist',
};

/** Runs the work on a connection of the server's administrator. */
async function withAdmin<T>(
  adminUrl: string,
  work: (client: pg.Client) => Promise<T>,
  connectionTimeoutMillis = 10_000,
): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StackError(
      `DATABASE_URL cannot be used: ${hints[code] ?? message}. Set it to postgres://user:password@host:port/database of a user who can create databases and roles, or unset it.`,
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Throws `StackError` for a DATABASE_URL that is malformed, does not respond, is too old, or cannot create databases. */
export async function checkServer(adminUrl: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(adminUrl) || !URL.canParse(adminUrl))
    throw new StackError(
      'DATABASE_URL is not a connection string: set it to postgres://user:password@host:port/database, or unset it.',
    );
  const { rows } = await withAdmin(adminUrl, (client) =>
    client.query<{ version: number; may: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version,
              rolsuper or (rolcreatedb and rolcreaterole) as may
         from pg_roles where rolname = current_user`,
    ),
  );
  const { version, may } = rows[0]!;
  if (version < minVersion)
    throw new StackError(
      `DATABASE_URL points to PostgreSQL ${version}: use ${minVersion} or newer, or unset it.`,
    );
  if (!may)
    throw new StackError(
      'The user of DATABASE_URL cannot create databases and roles: grant it CREATEDB and CREATEROLE, or use another.',
    );
}

/** Checks that the server responds. */
export const serverAnswers = (adminUrl: string): Promise<boolean> =>
  withAdmin(adminUrl, () => Promise.resolve(true), 2000).catch(() => false);

/** The connection string of each database, with its own role. */
export function databaseUrls(
  { adminUrl, prefix }: DatabaseServer,
  { rolePasswords }: Secrets,
): Record<DatabaseName, string> {
  const urls = databaseNames.map((name) => {
    const url = new URL(adminUrl);
    url.username = prefix + name;
    url.password = rolePasswords[name];
    url.pathname = `/${prefix}${name}`;
    return [name, url.href];
  });
  return Object.fromEntries(urls) as Record<DatabaseName, string>;
}

async function ensureOne(client: pg.Client, name: string, password: string): Promise<void> {
  const id = client.escapeIdentifier(name);
  const role = await client.query('select from pg_roles where rolname = $1', [name]);
  const verb = role.rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${id} login password ${client.escapeLiteral(password)}`);
  const database = await client.query('select from pg_database where datname = $1', [name]);
  if (database.rowCount !== 0) return;
  // Only a member of a role, or a superuser, can assign it a database.
  await client.query(`grant ${id} to current_user`);
  await client.query(`create database ${id} owner ${id} encoding 'UTF8' template template0`);
  await client.query(`revoke all on database ${id} from public`);
}

/** Creates missing databases, each with a role that owns it and that alone can connect to it. */
export function ensureDatabases({ adminUrl, prefix }: DatabaseServer, secrets: Secrets): Promise<void> {
  return withAdmin(adminUrl, async (client) => {
    for (const name of databaseNames) await ensureOne(client, prefix + name, secrets.rolePasswords[name]);
  });
}

/** Drops the services' databases and roles, if they exist. */
export function dropDatabases({ adminUrl, prefix }: DatabaseServer): Promise<void> {
  return withAdmin(adminUrl, async (client) => {
    for (const name of databaseNames) {
      const id = client.escapeIdentifier(prefix + name);
      await client.query(`drop database if exists ${id} with (force)`);
      await client.query(`drop role if exists ${id}`);
    }
  });
}
