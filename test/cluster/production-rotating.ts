import { processNames, serviceNames } from '@commerce/deploy/local/services.ts';
import type { Installation } from './installation.ts';
import { until } from './kubernetes.ts';
import { isReplicated } from './nats.ts';
import { makeSecrets } from './production.ts';
import { nothingFailed, summaryOf } from './results.ts';
import { untilRead } from './rotating.ts';

const REPLICATED_MS = 180_000;

/** Replaces the certificate of every process and of NATS, and the NATS user of every service under load, following docs/operations.md. */
export async function productionRotation(platform: Installation): Promise<string[]> {
  const result = await platform.during(async () => {
    await renewCertificates(platform);
    await replaceUsers(platform);
    for (const name of processNames) await untilRead(platform, name);
  });
  nothingFailed(result);
  return [
    `the certificates of cert-manager and the NATS user of each service replaced under load: ${summaryOf(result)}`,
  ];
}

/** Has cert-manager issue the certificates again. */
async function renewCertificates({ namespace }: Installation): Promise<void> {
  const secrets = [...processNames, 'nats'].map((name) => `commerce-${name}-tls`);
  namespace.kubectl('delete', 'secret', ...secrets);
  const issued = (): string[] =>
    namespace
      .kubectl('get', 'secret', ...secrets, '--ignore-not-found', '--output', 'name')
      .split('\n')
      .filter((name) => name !== '');
  await until('cert-manager has issued them', () => issued().length === secrets.length);
}

/** Gives each service another NKEY. Its events wait in its outbox until NATS and the service have it. */
async function replaceUsers(platform: Installation): Promise<void> {
  const { namespace } = platform;
  namespace.kubectl('delete', 'secret', ...serviceNames.map((name) => `commerce-${name}-nats`));
  makeSecrets(platform);
  restart(namespace, 'statefulset/commerce-nats');
  namespace.kubectl('rollout', 'status', 'statefulset/commerce-nats', '--timeout', '180s');
  for (const name of serviceNames) restart(namespace, `deployment/commerce-${name}`);
  namespace.rolledOut();
  await until('every stream has three replicas', () => isReplicated(namespace), REPLICATED_MS);
}

const restart = (namespace: Installation['namespace'], workload: string): string =>
  namespace.kubectl('rollout', 'restart', workload);
