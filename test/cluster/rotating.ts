import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processNames, serviceNames } from '@commerce/deploy/local/services.ts';
import { Installation } from './installation.ts';
import { must, until } from './kubernetes.ts';
import { nothingFailed, summaryOf } from './results.ts';

/** Time until a pod's files match its Secret. */
const SPREAD_MS = 180_000;
const RINGS = { auth: 'ENCRYPTION_KEYS', webhooks: 'ENCRYPTION_KEYS', gateway: 'CURSOR_KEYS' };

/** Replaces every password and certificate of a trial under load, following docs/operations.md. */
export async function rotation(installation: Installation): Promise<string[]> {
  const result = await installation.during(async () => {
    rotatePasswords(installation);
    await rotateCertificates(installation);
  });
  installation.upgrade();
  nothingFailed(result);
  return [`database roles, certificates and their authority replaced under load: ${summaryOf(result)}`];
}

/** Replaces the first key of each ring under load, while each process has two pods. */
export async function keyRings(installation: Installation): Promise<string[]> {
  installation.ensureTwoPods();
  const result = await installation.during(async () => rotateKeys(installation));
  nothingFailed(result);
  return [`a key added to each ring, and made the first one, under load: ${summaryOf(result)}`];
}

/**
 * Adds a key to each ring, and makes it the first one in a second rollout: no pod may encrypt with a key before all pods can
 * decrypt with it.
 */
function rotateKeys({ namespace }: Installation): void {
  const rings = Object.entries(RINGS).map(([name, ring]) => {
    const secret = `commerce-${name}-keys`;
    const added = `k${Date.now()}:${randomBytes(32).toString('base64')}`;
    return { name, ring, secret, before: namespace.secret(secret)[ring]!, added };
  });
  for (const isFirst of [false, true]) {
    for (const { name, ring, secret, before, added } of rings) {
      const keys = isFirst ? [added, before] : [before, added];
      namespace.changeSecret(secret, { [ring]: keys.join(',') });
      namespace.kubectl('rollout', 'restart', `deployment/commerce-${name}`);
    }
    namespace.rolledOut();
  }
}

/** Servers of the chart with a certificate. */
const SERVERS = ['nats', 'postgres'];

/** Secrets of the first and the second role of each database, and the chart value that names the second. */
const SECOND_ROLES = [
  ...serviceNames.map((name) => ({
    database: name as string,
    first: `commerce-${name}-database`,
    second: `${name}-second-role`,
    value: `${name}.database.secretName`,
  })),
  {
    database: 'auth_limits',
    first: 'commerce-auth-limits-database',
    second: 'auth-limits-second-role',
    value: 'auth.database.limits.secretName',
  },
];
/** Settings with which the services use the second roles. */
export const WITH_SECOND_ROLES = SECOND_ROLES.map(({ value, second }) => `${value}=${second}`);

/**
 * Creates a second role of each database, which acts as the first and owns nothing, with a Secret.
 * @param psql arguments of `kubectl exec` for a superuser's psql on a server
 */
export function addSecondRoles({ namespace }: Installation, psql: (host: string) => string[]): void {
  for (const { database, first, second } of SECOND_ROLES) {
    const url = new URL(namespace.secret(first)['url']!);
    url.password = randomBytes(24).toString('hex');
    url.username = `${database}_${Date.now()}`;
    const sql = `create role ${url.username} login password '${url.password}' in role ${database}; alter role ${url.username} set role ${database}`;
    namespace.kubectl('exec', ...psql(url.hostname), '-v', 'ON_ERROR_STOP=1', '-qc', sql);
    namespace.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: second },
      stringData: { url: url.href },
    });
  }
}

/** Ends the password of each first role when no pod uses it, where an operator takes it from the Secret. @param psql as of {@link addSecondRoles} */
export async function replaceFirstPasswords(
  { namespace }: Installation,
  psql: (host: string) => string[],
): Promise<void> {
  for (const { database, first } of SECOND_ROLES) {
    const url = new URL(namespace.secret(first)['url']!);
    const sql = `select count(*) from pg_stat_activity where usename = '${database}'`;
    await until(
      `no pod uses the role ${database}`,
      () => namespace.kubectl('exec', ...psql(url.hostname), '-Atc', sql).trim() === '0',
    );
    url.password = randomBytes(24).toString('hex');
    namespace.changeSecret(first, { password: url.password, url: url.href });
  }
}

const TRIAL_PSQL = ['commerce-postgres-0', '--', 'psql', '-h', '/run/postgresql', '-U', 'postgres'];

/** Replaces the role of each database. */
function rotatePasswords(installation: Installation): void {
  addSecondRoles(installation, () => TRIAL_PSQL);
  installation.upgrade(...WITH_SECOND_ROLES);
}

/** Replaces the certificate authority: the new one is first trusted, then signs, then is the only one. */
async function rotateCertificates(installation: Installation): Promise<void> {
  const { namespace } = installation;
  const secret = `${Installation.release}-ca`;
  const { 'tls.crt': old } = namespace.secret(secret);
  const { certificate, key } = newAuthority();
  const changes: Record<string, string | null>[] = [
    { 'also.crt': certificate },
    { 'tls.crt': certificate, 'tls.key': key, 'also.crt': old! },
    { 'also.crt': null },
  ];
  for (const change of changes) {
    namespace.changeSecret(secret, change);
    installation.upgrade(...WITH_SECOND_ROLES);
    for (const name of processNames) await untilRead(installation, name);
    for (const name of SERVERS) await untilServerRead(installation, name);
    // Processes and servers read their files again every ten seconds, and connections live for five.
    await sleep(16_000);
  }
}

/** Waits until the files of a process match its Secret. */
export async function untilRead(installation: Installation, name: string): Promise<void> {
  const { namespace } = installation;
  const secret = namespace.secret(`commerce-${name}-tls`);
  const wanted = `${secret['ca.crt']}${secret['tls.crt']}`.trim();
  const script = `const read = (name) => require('fs').readFileSync('/etc/commerce/tls/' + name);
    process.stdout.write(read('ca.crt') + read('tls.crt'))`;
  await until(
    `${name} has its new certificate`,
    () => installation.pods(name).every((pod) => namespace.evaluate(pod, script) === wanted),
    SPREAD_MS,
  );
}

/** Waits until the files of one of the chart's servers match its Secret. */
async function untilServerRead({ namespace }: Installation, name: string): Promise<void> {
  const wanted = namespace.secret(`commerce-${name}-tls`)['tls.crt']!.trim();
  const file = '/etc/commerce/tls/tls.crt';
  await until(
    `${name} has its new certificate`,
    () => namespace.kubectl('exec', `commerce-${name}-0`, '--', 'cat', file).trim() === wanted,
    SPREAD_MS,
  );
}

function newAuthority(): { certificate: string; key: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'commerce-authority-'));
  const [certificate, key] = [path.join(folder, 'ca.crt'), path.join(folder, 'ca.key')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
  const subject = ['-subj', '/CN=commerce services', '-days', '3650', '-out', certificate];
  must('openssl', ['req', '-x509', ...made, ...subject]);
  const read = { certificate: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
  rmSync(folder, { recursive: true });
  return read;
}
