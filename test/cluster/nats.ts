import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@commerce/deploy/local/services.ts';
import { Installation } from './installation.ts';
import { until, type Namespace } from './kubernetes.ts';
import { nothingLost, told } from './results.ts';

const SERVERS = ['commerce-nats-0', 'commerce-nats-1', 'commerce-nats-2'];
const RECOVERY_MS = 180_000;

/** A stream as a server of NATS tells of it. */
interface Stream {
  config: { num_replicas: number };
  cluster: { leader?: string; replicas?: { current: boolean }[] };
}

/** Installs another platform with three servers of NATS, each event kept by all of them, and kills one after the other under load. */
export async function nats({ options, tag }: Installation): Promise<string[]> {
  const three = new Installation({ ...options, namespace: `${options.namespace}-nats` }, tag);
  const { namespace } = three;
  namespace.make();
  try {
    three.upgrade('nats.replicas=3', 'global.nats.replicas=3');
    namespace.helm('test', Installation.release, '--timeout', '5m');
    await until('every stream is kept three times', () => isWhole(namespace), RECOVERY_MS);
    const traffic = await three.traffic();
    await sleep(5_000);
    for (const server of SERVERS) {
      namespace.kubectl('delete', 'pod', server, '--force', '--grace-period=0');
      await sleep(5_000);
      namespace.kubectl('rollout', 'status', 'statefulset/commerce-nats', '--timeout', '180s');
      await until(`the streams are whole after ${server}`, () => isWhole(namespace), RECOVERY_MS);
    }
    await sleep(10_000);
    const result = await traffic.stop();
    nothingLost(result);
    return [
      `three servers of NATS, ${serviceNames.length} streams kept three times, each server killed in its turn: ${told(result)}`,
    ];
  } finally {
    if (!options.keep) namespace.remove();
  }
}

/** Whether each service's stream has a leader, and two others that are up to date as it knows. */
async function isWhole(namespace: Namespace): Promise<boolean> {
  const led = await Promise.all(SERVERS.map((server) => ledBy(namespace, server)));
  const whole = led
    .flat()
    .filter(
      ({ config, cluster: { replicas = [] } }) =>
        config.num_replicas === 3 && replicas.filter(({ current }) => current).length === 2,
    );
  return whole.length === serviceNames.length;
}

/** The streams that a server leads; none while it cannot be asked. */
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
