import { processNames, serviceNames } from '@commerce/deploy/local/services.ts';
import { primaryOf } from './clusters.ts';
import type { Installation } from './installation.ts';
import { until } from './kubernetes.ts';
import { isReplicated } from './nats.ts';
import { AS_JOBS, makeSecrets } from './production.ts';
import { nothingFailed, summaryOf } from './results.ts';
import { addSecondRoles, replaceFirstPasswords, untilRead, WITH_SECOND_ROLES } from './rotating.ts';

const REPLICATED_MS = 180_000;

/** Replaces the certificates, the NATS user of every service and the database roles under load, following docs/operations.md. */
export async function productionRotation(platform: Installation): Promise<string[]> {
  const { namespace } = platform;
  const psql = (host: string): string[] => [
    primaryOf(namespace, host.replace(/-rw$/, '')),
    '-c',
    'postgres',
    '--',
    'psql',
  ];
  const result = await platform.during(async () => {
    await renewCertificates(platform);
    replaceUsers(platform);
    addSecondRoles(platform, psql);
    platform.upgrade(AS_JOBS, ...WITH_SECOND_ROLES);
    await replaceFirstPasswords(platform, psql);
    for (const name of processNames) await untilRead(platform, name);
    await until('every stream has three replicas', () => isReplicated(namespace), REPLICATED_MS);
  });
  nothingFailed(result);
  return [
    `the certificates of cert-manager, the NATS user of each service and the database roles replaced under load: ${summaryOf(result)}`,
  ];
}

/** Has cert-manager issue the certificates again. */
async function renewCertificates({ namespace }: Installation): Promise<void> {
  const secrets = [...processNames, 'nats', 'postgres'].map((name) => `commerce-${name}-tls`);
  namespace.kubectl('delete', 'secret', ...secrets);
  const issued = (): string[] =>
    namespace
      .kubectl('get', 'secret', ...secrets, '--ignore-not-found', '--output', 'name')
      .split('\n')
      .filter((name) => name !== '');
  await until('cert-manager has issued them', () => issued().length === secrets.length);
}

/** Gives each service another NKEY, and restarts NATS. Events wait in the outbox of a service until it has started again, too. */
function replaceUsers(platform: Installation): void {
  const { namespace } = platform;
  namespace.kubectl('delete', 'secret', ...serviceNames.map((name) => `commerce-${name}-nats`));
  makeSecrets(platform);
  namespace.kubectl('rollout', 'restart', 'statefulset/commerce-nats');
  namespace.kubectl('rollout', 'status', 'statefulset/commerce-nats', '--timeout', '180s');
}
