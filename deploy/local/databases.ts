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

async function connect(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StackError(
      `DATABASE_URL cannot be used: ${hints[code] ?? message}. Set it to postgres://user:password@host:port/database of a user who can create databases and roles, or unset it.`,
    );
  }
  return client;
}

/** Throws `StackError` for a DATABASE_URL that is malformed, does not respond, is too old, or cannot create databases. */
export async function checkServer(adminUrl: string): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(adminUrl) || !URL.canParse(adminUrl))
    throw new StackError(
      'DATABASE_URL is not a connection string: set it to postgres://user:password@host:port/database, or unset it.',
    );
  const client = await connect(adminUrl);
  try {
    const { rows } = await client.query<{ version: number; may: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version,
              rolsuper or (rolcreatedb and rolcreaterole) as may
         from pg_roles where rolname = current_user`,
    );
    if (rows[0]!.version < minVersion)
      throw new StackError(
        `DATABASE_URL points to PostgreSQL ${rows[0]!.version}: use ${minVersion} or newer, or unset it.`,
      );
    if (!rows[0]!.may)
      throw new StackError(
        'The user of DATABASE_URL cannot create databases and roles: grant it CREATEDB and CREATEROLE, or use another.',
      );
  } finally {
    await client.end();
  }
}

/** Checks that the server responds. */
export async function serverAnswers(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function databaseUrl(server: DatabaseServer, name: DatabaseName, password: string): string {
  const url = new URL(server.adminUrl);
  url.username = server.prefix + name;
  url.password = password;
  url.pathname = `/${server.prefix}${name}`;
  return url.href;
}

/** The connection string of each database, with its own role. */
export function databaseUrls(server: DatabaseServer, secrets: Secrets): Record<DatabaseName, string> {
  const urls = databaseNames.map((name) => [name, databaseUrl(server, name, secrets.rolePasswords[name])]);
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
export async function ensureDatabases(server: DatabaseServer, secrets: Secrets): Promise<void> {
  const client = await connect(server.adminUrl);
  try {
    for (const name of databaseNames)
      await ensureOne(client, server.prefix + name, secrets.rolePasswords[name]);
  } finally {
    await client.end();
  }
}

/** Drops the services' databases and roles, if they exist. */
export async function dropDatabases(server: DatabaseServer): Promise<void> {
  const client = await connect(server.adminUrl);
  try {
    for (const name of databaseNames) {
      const id = client.escapeIdentifier(server.prefix + name);
      await client.query(`drop database if exists ${id} with (force)`);
      await client.query(`drop role if exists ${id}`);
    }
  } finally {
    await client.end();
  }
}
