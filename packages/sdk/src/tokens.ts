import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Tokens of an installation: secrets, to be stored where only your server reads them. */
export interface InstallationTokens {
  installationId: string;
  store: { id: string; name: string };
  /** Granted scopes, which may be fewer than those asked for. */
  scopes: string[];
  accessToken: string;
  /** Usable once; replaced by each refresh. */
  refreshToken: string;
  /** End of the access token, ISO 8601. */
  expiresAt: string;
}

/** Storage of the tokens, keyed by the installation's id. `save` must be durable when it returns. */
export interface TokenStore {
  load(installationId: string): Promise<InstallationTokens | undefined>;
  save(tokens: InstallationTokens): Promise<void>;
  remove(installationId: string): Promise<void>;
}

/** Stores each installation's tokens in a file of its own (mode 0600) in `directory`: for one machine. */
export function fileTokenStore(directory: string): TokenStore {
  const fileOf = (installationId: string): string => {
    if (!/^\w+$/.test(installationId)) throw new TypeError(`not an installation id: ${installationId}`);
    return path.join(directory, `${installationId}.json`);
  };
  return {
    async load(installationId) {
      try {
        return JSON.parse(await readFile(fileOf(installationId), 'utf8')) as InstallationTokens;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async save(tokens) {
      const file = fileOf(tokens.installationId);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const temporary = `${file}.${randomUUID()}`;
      await writeFile(temporary, JSON.stringify(tokens), { mode: 0o600, flush: true });
      // A crash leaves the old file or the new one.
      await rename(temporary, file);
    },
    async remove(installationId) {
      await rm(fileOf(installationId), { force: true });
    },
  };
}

/** The part of `pg.Pool` that the token store uses. */
export interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The table of `postgresTokenStore`, for your migrations. */
export const POSTGRES_TOKEN_TABLE = `create table if not exists mostrador_tokens (
  installation_id text primary key,
  tokens jsonb not null,
  updated_at timestamptz not null default now()
)`;

/** Stores the tokens in the table `POSTGRES_TOKEN_TABLE` of your PostgreSQL database: for any number of processes. */
export function postgresTokenStore(pool: Queryable): TokenStore {
  return {
    async load(installationId) {
      const { rows } = await pool.query('select tokens from mostrador_tokens where installation_id = $1', [
        installationId,
      ]);
      return (rows[0] as { tokens: InstallationTokens } | undefined)?.tokens;
    },
    async save(tokens) {
      await pool.query(
        `insert into mostrador_tokens (installation_id, tokens) values ($1, $2)
         on conflict (installation_id) do update set tokens = excluded.tokens, updated_at = now()`,
        [tokens.installationId, JSON.stringify(tokens)],
      );
    },
    async remove(installationId) {
      await pool.query('delete from mostrador_tokens where installation_id = $1', [installationId]);
    },
  };
}
