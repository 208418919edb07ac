import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@commerce/deploy/local/services.ts';
import type { Installation } from './installation.ts';
import { until, type Namespace } from './kubernetes.ts';
import { metricSum } from './metrics.ts';
import { nothingFailed, nothingLost, summaryOf } from './results.ts';

/** Pods of three servers. */
export const SERVERS = ['commerce-nats-0', 'commerce-nats-1', 'commerce-nats-2'];
const RECOVERY_MS = 180_000;

/** A stream as reported by a NATS server. */
interface Stream {
  config: { num_replicas: number };
  cluster: { leader?: string; replicas?: { current: boolean }[] };
}

/** Scales NATS from one server to three under load, with each event stored three times, and kills one after the other. */
export async function nats(installation: Installation): Promise<string[]> {
  installation.ensure();
  const result = await installation.during(() => scaleToThree(installation));
  nothingLost(result);
  return [
    `one NATS server replaced by three while the gateway was down: ${summaryOf(result)}`,
    ...(await natsServers(installation)),
  ];
}

/** Kills each of three NATS servers under load. */
export async function natsServers(installation: Installation): Promise<string[]> {
  const result = await installation.during(() => killServers(installation.namespace));
  nothingFailed(result);
  return [
    `three NATS servers, ${serviceNames.length} streams with three replicas, each server killed in turn: ${summaryOf(result)}`,
  ];
}

/** Kills one server after the other, each when the streams are complete again. */
async function killServers(namespace: Namespace): Promise<void> {
  for (const server of SERVERS) {
    namespace.kubectl('delete', 'pod', server, '--grace-period=1');
    await sleep(5_000);
    namespace.kubectl('rollout', 'status', 'statefulset/commerce-nats', '--timeout', '180s');
    await until(`the streams are replicated after ${server}`, () => isReplicated(namespace), RECOVERY_MS);
  }
}

/** Follows docs/operations.md. */
async function scaleToThree(platform: Installation): Promise<void> {
  const { namespace } = platform;
  namespace.kubectl('scale', 'deployment/commerce-gateway', '--replicas', '0');
  await until('the gateway is down', () => platform.pods('gateway').length === 0);
  await until('every event has been handled', () =>
    serviceNames.every((name) => waiting(platform, name) === 0),
  );
  namespace.kubectl('delete', 'statefulset/commerce-nats');
  namespace.kubectl('delete', 'pvc', 'data-commerce-nats-0');
  platform.upgrade('nats.replicas=3', 'global.nats.replicas=3');
  await until('every stream has three replicas', () => isReplicated(namespace), RECOVERY_MS);
}

/** Number of events that a service has yet to publish or handle. */
const waiting = (platform: Installation, service: string): number =>
  metricSum(platform, platform.pods(service)[0]!, ['outbox_waiting', 'event_consumer_pending']);

/** Reports whether each service's stream has a leader that reports two current followers. */
export async function isReplicated(namespace: Namespace): Promise<boolean> {
  const led = await Promise.all(SERVERS.map((server) => ledBy(namespace, server)));
  const replicated = led
    .flat()
    .filter(
      ({ config, cluster: { replicas = [] } }) =>
        config.num_replicas === 3 && replicas.filter(({ current }) => current).length === 2,
    );
  return replicated.length === serviceNames.length;
}

/** The streams that a server leads; none while it is unreachable. */
async function ledBy(namespace: Namespace, server: string): Promise<Stream[]> {
  const monitor = await namespace.forward(`pod/${server}`, 8222).catch(() => undefined);
  if (monitor === undefined) return [];
  try {
    const answer = await fetch(`${monitor.url}/jsz?streams=true&config=true`);
    const { account_details: accounts = [] } = (await answer.json()) as {
      account_details?: { stream_detail: Stream[] }[];
    };
    return accounts
      .flatMap((account) => account.stream_detail)
      .filter(({ cluster }) => cluster.leader === server);
  } catch {
    return [];
  } finally {
    await monitor.close();
  }
}
