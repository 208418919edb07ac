import { randomBytes } from 'node:crypto';
import { nkeys } from '@nats-io/transport-node';
import { processNames, type DatabaseName } from '../local/services.ts';
import { natsUserNames } from './nats-user-names.ts';
import { isUsable, newAuthority, newCertificate } from './certificates.ts';
import { dataOf, valueOf, type Secret } from './secret.ts';

/** The Secrets to make for a platform. */
export interface SecretOptions {
  platform: string;
  namespace: string;
  /** Makes an authority, and a certificate for every process. */
  certificates: boolean;
  /** Host of the PostgreSQL server of each database that gets a role and a connection string. */
  databaseHosts: Partial<Record<DatabaseName, string>>;
  /** Connection strings require TLS, with the authority that the charts mount. */
  databaseTls: boolean;
  /** Makes the password and the client secrets of the demo stores. */
  demo: boolean;
}

/** Key rings of each process, by the names of its settings. */
const KEY_RINGS = { auth: 'ENCRYPTION_KEYS', webhooks: 'ENCRYPTION_KEYS', gateway: 'CURSOR_KEYS' };

/**
 * Makes the Secrets that a platform lacks, and renews certificates that end within three months or are not of the
 * authority. Everything else in existing Secrets stays as it is.
 * @param existing Secrets of the namespace
 * @returns new and changed Secrets
 */
export async function missingSecrets(existing: Secret[], options: SecretOptions): Promise<Secret[]> {
  const made = new Made(existing, options);
  for (const [process, ring] of Object.entries(KEY_RINGS))
    made.once(`${process}-keys`, () => ({ [ring]: `k1:${randomBytes(32).toString('base64')}` }));
  for (const user of natsUserNames) made.once(`${user}-nats`, newNkey);
  addDatabases(made, options);
  if (options.certificates) await addCertificates(made, options);
  if (options.demo)
    made.once('demo', () => ({
      day: new Date().toISOString().slice(0, 10),
      password: randomBytes(15).toString('base64url'),
      'client-secret-1': `sk_${randomBytes(30).toString('hex')}`,
      'client-secret-2': `sk_${randomBytes(30).toString('hex')}`,
    }));
  return made.secrets;
}

/** Collects new and changed Secrets of a platform. */
class Made {
  readonly secrets: Secret[] = [];
  readonly #existing: Map<string, Secret>;
  readonly #options: SecretOptions;

  constructor(existing: Secret[], options: SecretOptions) {
    this.#existing = new Map(existing.map((secret) => [secret.metadata.name, secret]));
    this.#options = options;
  }

  /** The existing Secret of a name without the platform's prefix. */
  existing(name: string): Secret | undefined {
    return this.#existing.get(`${this.#options.platform}-${name}`);
  }

  /** Adds a Secret unless it exists. */
  once(name: string, values: () => Record<string, string>, type = 'Opaque'): void {
    if (this.existing(name) === undefined) this.set(name, values(), type);
  }

  /** Adds a Secret, or changes values of the existing one. */
  set(name: string, values: Record<string, string>, type: string): void {
    const { platform, namespace } = this.#options;
    const before = this.existing(name);
    const labels = {
      'app.kubernetes.io/part-of': platform,
      'app.kubernetes.io/managed-by': 'secrets',
      // CloudNativePG reads its Secrets again when they change.
      ...(/database$|^postgres/.test(name) && { 'cnpg.io/reload': 'true' }),
    };
    // Helm deletes a Secret that the manifest of an earlier release has, unless it is annotated.
    const annotations = { 'helm.sh/resource-policy': 'keep' };
    const metadata = before?.metadata ?? { name: `${platform}-${name}`, namespace, labels, annotations };
    const data = { ...before?.data, ...dataOf(values) };
    this.secrets.push({ apiVersion: 'v1', kind: 'Secret', metadata, type: before?.type ?? type, data });
  }
}

function newNkey(): Record<string, string> {
  const key = nkeys.createUser();
  return { nkey: Buffer.from(key.getSeed()).toString(), 'public-key': key.getPublicKey() };
}

/** Query of connection strings that verify the server. */
const VERIFIED = '?sslmode=verify-full&sslrootcert=/etc/commerce/postgres/ca.crt';

function addDatabases(made: Made, { databaseHosts, databaseTls }: SecretOptions): void {
  for (const [role, host] of Object.entries(databaseHosts)) {
    const password = randomBytes(24).toString('hex');
    const url = `postgresql://${role}:${password}@${host}:5432/${role}${databaseTls ? VERIFIED : ''}`;
    const name = `${role.replace('_', '-')}-database`;
    made.once(name, () => ({ username: role, password, url }), 'kubernetes.io/basic-auth');
  }
}

/**
 * DNS names of a server: of its Service, and of each pod, also of the official NATS chart. Clients accept a wildcard only before
 * two names; the routes between NATS servers use a shorter one.
 */
const serverNames = (name: string, namespace: string): string[] => [
  ...serviceNamesOf(name, namespace),
  `*.${name}.${namespace}`,
  `*.${name}-headless.${namespace}`,
  `*.${name}-headless`,
];

const serviceNamesOf = (name: string, namespace: string): string[] => [
  name,
  `${name}.${namespace}`,
  `${name}.${namespace}.svc`,
];

async function addCertificates(
  made: Made,
  { platform, namespace, databaseHosts }: SecretOptions,
): Promise<void> {
  const kept = made.existing('ca');
  const [cert, key] = [valueOf(kept, 'tls.crt'), valueOf(kept, 'tls.key')];
  const authority =
    cert !== undefined && key !== undefined ? { cert, key } : await newAuthority(`${platform} services`);
  made.once('ca', () => ({ 'tls.crt': authority.cert, 'tls.key': authority.key }), 'kubernetes.io/tls');
  // The authorities in also.crt are trusted too, while the authority is replaced.
  const trusted = `${authority.cert.trim()}\n${valueOf(kept, 'also.crt') ?? ''}`;
  const hosts = new Set(Object.values(databaseHosts).flatMap((host) => serviceNamesOf(host, namespace)));
  const holders: [name: string, names: string[]][] = [
    ...processNames.map((name): [string, string[]] => [
      name,
      [`${platform}-${name}`, name, `${platform}-${name}.${namespace}.svc`],
    ]),
    ['nats', serverNames(`${platform}-nats`, namespace)],
    ['postgres', [...serverNames(`${platform}-postgres`, namespace), ...hosts]],
  ];
  for (const [process, names] of holders) {
    const secret = made.existing(`${process}-tls`);
    const isKept = isUsable(valueOf(secret, 'tls.crt'), authority.cert, names);
    if (isKept && valueOf(secret, 'ca.crt') === trusted) continue;
    const renewed = isKept ? undefined : await newCertificate(authority, names);
    const values = { 'ca.crt': trusted, ...(renewed && { 'tls.crt': renewed.cert, 'tls.key': renewed.key }) };
    made.set(`${process}-tls`, values, 'kubernetes.io/tls');
  }
}
