import type { ServiceName } from './services.ts';

/** Input of the demo loader: the migrated databases, before any process runs on them. */
export interface DemoTarget {
  /** Connection string per service, as the service itself gets it. */
  databaseUrls: Record<ServiceName, string>;
  /** Environment of each service, for example for auth's encryption keys. */
  env: Record<ServiceName, Record<string, string>>;
  /** Number of products of the larger store. */
  products: number;
  /** For an installation that others can reach: its own values instead of the public ones of every demo. Its apps get no webhooks. */
  own?: {
    /** Day of the data, in ms; ids depend on it. */
    now: number;
    /** Password of all people. */
    password: string;
    /** Client secrets of the apps, in order. */
    clientSecrets: string[];
  };
  /** Reports the progress, one short line at a time. */
  progress: (line: string) => void;
}

interface DemoPerson {
  email: string;
  password: string;
}

/** Credentials for the demo data; with the URLs, the content of `demo.json`. */
export interface DemoResult {
  stores: { id: string; name: string; owner: DemoPerson; team_user: DemoPerson }[];
  developer: DemoPerson;
  platform: DemoPerson;
  apps: {
    client_id: string;
    client_secret: string;
    redirect_uri: string;
    scopes: string[];
    webhook_url: string;
    webhook_secret: string;
  }[];
}
