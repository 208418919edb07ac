import type { ServiceName } from './services.ts';

/** What the demo loader is given: the migrated databases, before any process runs on them. */
export interface DemoTarget {
  /** Connection string per service, as the service itself gets it. */
  databaseUrls: Record<ServiceName, string>;
  /** Each service's whole environment, so that for instance auth's encryption keys are at hand. */
  env: Record<ServiceName, Record<string, string>>;
  /** How many products the bigger store gets. */
  products: number;
  /** For an installation that others can reach: what is its own, instead of what every demo has. Its apps get no webhooks. */
  own?: {
    /** The day of the data, in ms; ids depend on it. */
    now: number;
    /** Of all the people. */
    password: string;
    /** Of the apps, in their order. */
    clientSecrets: string[];
  };
  /** Says what is being done, one short line. */
  progress: (line: string) => void;
}

interface DemoPerson {
  email: string;
  password: string;
}

/** What a person needs in order to use the demo data; with the URLs it becomes `demo.json`. */
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
