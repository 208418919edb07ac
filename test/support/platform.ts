import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readPids } from '@commerce/deploy/local/pid-files.ts';

/** Where `start-platform.ts` tells the tests what runs: a file of each test run, so that two runs do not mix. */
export const PLATFORM_FILE = process.env['TEST_PLATFORM_FILE'] ?? path.resolve('.cache/platform.json');

/** A person who can sign in. */
export interface Account {
  email: string;
  password: string;
}

/** An app as `.local/demo.json` tells of it. */
export interface DemoApp {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  scopes: string[];
  webhook_url: string;
  webhook_secret: string;
}

/** A store as `.local/demo.json` tells of it. */
export interface DemoStore {
  id: string;
  name: string;
  owner: Account;
  team_user: Account;
}

/** The running platform, as a test sees it. */
export interface Platform {
  /** Two gateways that share everything else. */
  gateways: [string, string];
  databaseUrls: Record<string, string>;
  adminDatabaseUrl: string;
  natsUrl: string;
  /** gRPC addresses, admin URLs and process ids, by process. */
  processes: Record<string, { pid: number; address: string; adminUrl: string }>;
  /** What the first gateway was started with. */
  gatewayEnv: Record<string, string>;
  /** What the webhooks service was started with. */
  webhooksEnv: Record<string, string>;
  /** Where the supervisor writes down what runs now; a process started again has another id. */
  runDir: string;
  demo: {
    mail_url: string;
    stores: [DemoStore, DemoStore];
    apps: [DemoApp, DemoApp];
    developer: Account;
    platform: Account;
  };
}

/** The platform that the tests run against. */
export function platform(): Platform {
  return JSON.parse(readFileSync(PLATFORM_FILE, 'utf8')) as Platform;
}

/** The public API's root at a gateway. */
export const apiRoot = (gateway: string): string => `${gateway}/api/public/2026-10`;

/** The id of a process as it runs now; undefined while it is down. */
export async function pidOf(name: string): Promise<number | undefined> {
  return (await readPids(platform().runDir)).find((record) => record.name === name)?.pid;
}
