import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NatsAccess } from '@commerce/deploy/local/nats-users.ts';
import { readPids } from '@commerce/deploy/local/pid-files.ts';

/**
 * File in which `start-platform.ts` describes the platform to the tests; one per run, so that parallel runs do
 * not mix.
 */
export const PLATFORM_FILE = process.env['TEST_PLATFORM_FILE'] ?? path.resolve('.cache/platform.json');

/** A person who can sign in. */
export interface Account {
  email: string;
  password: string;
}

/** An app in `.local/demo.json`. */
export interface DemoApp {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  scopes: string[];
  webhook_url: string;
  webhook_secret: string;
}

/** A store in `.local/demo.json`. */
export interface DemoStore {
  id: string;
  name: string;
  owner: Account;
  team_user: Account;
}

/** Description of the running platform. */
export interface Platform {
  /** Two gateways that share everything else. */
  gateways: [string, string];
  databaseUrls: Record<string, string>;
  adminDatabaseUrl: string;
  nats: NatsAccess;
  /** gRPC addresses, admin URLs and process ids, by process. */
  processes: Record<string, { pid: number; address: string; adminUrl: string }>;
  /** Environment of the first gateway. */
  gatewayEnv: Record<string, string>;
  /** Environment of the webhooks service. */
  webhooksEnv: Record<string, string>;
  /** File in which the supervisor records the running processes; a restarted process has another id. */
  runDir: string;
  demo: {
    mail_url: string;
    stores: [DemoStore, DemoStore];
    apps: [DemoApp, DemoApp];
    developer: Account;
    platform: Account;
  };
}

/** The platform under test. */
export function platform(): Platform {
  return JSON.parse(readFileSync(PLATFORM_FILE, 'utf8')) as Platform;
}

/** Root URL of a version of the public API at a gateway. */
export const apiRoot = (gateway: string, version = '2026-10'): string => `${gateway}/api/public/${version}`;

/** Current id of a process; undefined while it is down. */
export async function pidOf(name: string): Promise<number | undefined> {
  return (await readPids(platform().runDir)).find((record) => record.name === name)?.pid;
}

/** Sends a signal to a process. @returns false if the process is down, also if it ended just now */
export async function signal(name: string, kind: NodeJS.Signals): Promise<boolean> {
  const pid = await pidOf(name);
  try {
    return pid !== undefined && process.kill(pid, kind);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
