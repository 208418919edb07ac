import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loadDemo } from '@commerce/deploy/local/demo/load.ts';
import { serviceNames, type ServiceName } from '@commerce/deploy/local/services.ts';
import { isMigrated } from '@commerce/service-kit/db/migrate.ts';
import { demoSecrets, required } from './environment.ts';

const TIMEOUT_MS = 300_000;
const LOADING = 'demo data: loading';
const LOADED = 'demo data: loaded';

/** Loads the demo stores into the migrated databases, once; auth's database records that it is done. */
export async function loadDemoData(): Promise<void> {
  const own = demoSecrets();
  if (own === undefined) throw new Error('DEMO_PASSWORD is not set');
  const urls = serviceNames.map((name) => [name, required(`${name.toUpperCase()}_DATABASE_URL`)] as const);
  await Promise.all(urls.map(([name, url]) => untilMigrated(name, url)));
  const databaseUrls = Object.fromEntries(urls) as Record<ServiceName, string>;
  const mark = new pg.Client({ connectionString: databaseUrls.auth });
  await mark.connect();
  try {
    const state = await stateOf(mark);
    if (state === LOADED) return console.log('the demo data is already loaded');
    if (state === LOADING)
      throw new Error('The demo data was loaded only partially. Drop the databases and install again.');
    await setState(mark, LOADING);
    const env = Object.fromEntries(serviceNames.map((name) => [name, {}])) as Record<
      ServiceName,
      Record<string, string>
    >;
    env.auth['ISSUER_URL'] = required('PUBLIC_URL');
    env.webhooks['ENCRYPTION_KEYS'] = required('WEBHOOKS_ENCRYPTION_KEYS');
    const products = Number(process.env['DEMO_PRODUCTS'] ?? 200);
    await loadDemo({ databaseUrls, env, products, progress: (line) => console.log(line), own });
    await setState(mark, LOADED);
  } finally {
    await mark.end();
  }
}

async function untilMigrated(service: string, url: string): Promise<void> {
  const migrations = pathToFileURL(`/app/services/${service}/migrations/`);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  try {
    for (const until = Date.now() + TIMEOUT_MS; ; await sleep(1_000)) {
      const problem = await isMigrated(pool, migrations).then(
        (done) => (done ? undefined : 'it is not migrated'),
        (error: Error) => error.message,
      );
      if (problem === undefined) return;
      if (Date.now() > until) throw new Error(`the database of ${service} cannot be used: ${problem}`);
    }
  } finally {
    await pool.end();
  }
}

async function stateOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ state: string | null }>(
    `select shobj_description(oid, 'pg_database') as state from pg_database where datname = current_database()`,
  );
  return rows[0]!.state;
}

async function setState(client: pg.Client, state: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  await client.query(
    `comment on database ${client.escapeIdentifier(rows[0]!.name)} is ${client.escapeLiteral(state)}`,
  );
}
