import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { BARE_NAME, type BareOptions } from './bare/options.ts';

/** A running bare process. */
export interface Bare {
  origin: string;
  /**
   * Its own pid and those of its PostgreSQL backends; background work of the platform's databases is not its
   * cost.
   */
  pids(): Promise<number[]>;
  stop(): Promise<void>;
}

/**
 * Starts the bare process (bare.ts) on a store of the platform.
 * @param adminDatabaseUrl URL of a role that may see all connections
 */
export async function startBare(options: BareOptions, adminDatabaseUrl: string): Promise<Bare> {
  const admin = new pg.Client({ connectionString: adminDatabaseUrl });
  await admin.connect();
  const script = fileURLToPath(new URL('./bare.ts', import.meta.url));
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', BARE: JSON.stringify(options) },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    origin: `http://127.0.0.1:${line.toString().trim()}`,
    pids: async () => {
      const statement = 'select pid from pg_stat_activity where application_name = $1';
      const { rows } = await admin.query<{ pid: number }>(statement, [BARE_NAME]);
      return [child.pid!, ...rows.map(({ pid }) => pid)];
    },
    stop: async () => {
      child.kill('SIGTERM');
      await admin.end();
    },
  };
}
