import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { installWithApt, missingCommand } from './tools.ts';

/** Finds PgBouncer, or installs it. @returns why it is unavailable; undefined when it is available */
export const ensurePgBouncer = async (): Promise<string | undefined> =>
  (await missingCommand('pgbouncer', '--version')) && installWithApt('pgbouncer');

export interface PgBouncer {
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of the databases of a server.
 * @param roles passwords by role
 * @param poolSize connections to the server per role and database
 */
export async function startPgBouncer(
  serverPort: number,
  roles: Record<string, string>,
  poolSize: number,
): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'commerce-pgbouncer-'));
  // As root, it runs as another user, who reads the files.
  chmodSync(folder, 0o755);
  const port = await randomPort();
  const users = Object.entries(roles).map(([role, password]) => `"${role}" "${password}"`);
  writeFileSync(path.join(folder, 'users.txt'), users.join('\n'));
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: path.join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    max_client_conn: 1_000,
    server_login_retry: 1,
    query_wait_timeout: 20,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `[databases]\n* = host=127.0.0.1 port=${serverPort}\n`;
  const file = path.join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${databases}[pgbouncer]\n${lines.join('\n')}\n`);
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn('pgbouncer', ['-q', ...user, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with code ${child.exitCode}`);
    await sleep(50);
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
