import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { databaseNames, type DatabaseName } from '../local/services.ts';
import { missingSecrets } from './platform-secrets.ts';
import { clusterStore, kubectlStore } from './stores.ts';

const USAGE = `Makes the Secrets that a platform lacks, with kubectl. usage: pnpm secrets [options]

  --platform NAME       prefix of their names (commerce)
  --namespace NAME      (default)
  --certificates        an authority and a certificate for every process, NATS and PostgreSQL (without cert-manager)
  --database-host [DATABASE,…=]HOST
                        roles, passwords and connection strings of every database, or those named, on this server
  --database-tls        connections to it are verified with the authority that the charts mount
  --demo                password and client secrets of the demo stores
  --in-cluster          uses the ServiceAccount of its pod instead of kubectl
  --print               prints the Secrets of a new platform instead, for kubectl create or a sealed store

Keys of auth, webhooks and the gateway, and those of the NATS users, are always made. Existing Secrets stay as they are; only certificates that end
within 90 days, or are not of the authority in <platform>-ca, are renewed.
`;

/** Runs the command line. @returns its exit code */
export async function makeSecrets(args: string[]): Promise<number> {
  const options = optionsOf(args);
  if (options === undefined) return 64;
  const { namespace } = options;
  if (options.print) {
    for (const secret of await missingSecrets([], options)) process.stdout.write(`---\n${stringify(secret)}`);
    return 0;
  }
  const store = options['in-cluster'] ? await clusterStore(namespace) : kubectlStore(namespace);
  const existing = await store.list();
  const names = new Set(existing.map(({ metadata }) => metadata.name));
  for (const secret of await missingSecrets(existing, options)) {
    const { name } = secret.metadata;
    await store.write(secret, names.has(name));
    process.stdout.write(`${names.has(name) ? 'renewed' : 'created'} ${name}\n`);
  }
  process.stdout.write('all Secrets exist\n');
  return 0;
}

function optionsOf(args: string[]) {
  try {
    return parseSecretArguments(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    return undefined;
  }
}

/** Parses the command line. @throws Error for an unknown option */
export function parseSecretArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      platform: { type: 'string', default: 'commerce' },
      namespace: { type: 'string', default: 'default' },
      certificates: { type: 'boolean', default: false },
      'database-host': { type: 'string', multiple: true, default: [] },
      'database-tls': { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      'in-cluster': { type: 'boolean', default: false },
      print: { type: 'boolean', default: false },
    },
  });
  const databaseHosts = Object.fromEntries(values['database-host'].flatMap(hostsOf));
  return { ...values, databaseHosts, databaseTls: values['database-tls'] };
}

/** The databases of an option, with their host. @throws Error for an unknown database */
function hostsOf(option: string): [DatabaseName, string][] {
  const [host = '', names] = option.split('=').toReversed();
  const databases = names?.split(',').map((name) => name.replaceAll('-', '_')) ?? databaseNames;
  return databases.map((name) => {
    const known = databaseNames.find((each) => each === name);
    if (known === undefined) throw new Error(`--database-host: there is no database ${name}`);
    return [known, host];
  });
}
