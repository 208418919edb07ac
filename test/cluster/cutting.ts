import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import { metricSum } from './metrics.ts';
import { nothingFailed, nothingLost, summaryOf } from './results.ts';

const CUT_MS = 60_000;
/** Time without NATS, which no request needs. */
const WITHOUT_NATS_MS = 30_000;
const NATS_CONFIG = 'commerce-nats';
const STORAGE_LIMIT = /max_file_store: \d+/;

/** Cuts inventory off from its callers for a minute, and then every service off from NATS for half of one. */
export async function networkCut(installation: Installation): Promise<string[]> {
  installation.ensure();
  const [inventory] = installation.pods('inventory');
  const calls = await installation.during(() =>
    withoutIngress(installation, 'commerce-inventory', inventory!, () => sleep(CUT_MS)),
  );
  nothingLost(calls);
  if (calls.failures === 0) throw new Error('no request failed while inventory could not be called');
  let unpublished = 0;
  const events = await installation.during(() =>
    withoutIngress(installation, 'commerce-nats', 'commerce-nats-0', async () => {
      await sleep(WITHOUT_NATS_MS);
      unpublished = unpublishedBy(installation);
    }),
  );
  nothingFailed(events);
  if (unpublished === 0) throw new Error('events were published while NATS could not be reached');
  return [
    `inventory cut off from its callers for a minute: ${summaryOf(calls)}`,
    `every service cut off from NATS for half a minute (${unpublished} events of inventory waited): ${summaryOf(events)}`,
  ];
}

/** Has NATS refuse events for half a minute, as it does when its storage is full, and gives it the room again. */
export async function fullStorage(installation: Installation): Promise<string[]> {
  const { namespace } = installation;
  installation.ensure();
  const config = namespace.kubectl(
    'get',
    'configmap',
    NATS_CONFIG,
    '--output',
    'jsonpath={.data.nats\\.conf}',
  );
  if (!STORAGE_LIMIT.test(config)) throw new Error(`${NATS_CONFIG} has no limit of the storage`);
  let unpublished = 0;
  const result = await installation.during(async () => {
    restartNats(installation, config.replace(STORAGE_LIMIT, 'max_file_store: 1024'));
    try {
      await sleep(WITHOUT_NATS_MS);
      unpublished = unpublishedBy(installation);
    } finally {
      restartNats(installation, config);
    }
  });
  nothingLost(result);
  if (unpublished === 0) throw new Error('NATS accepted events without room for them');
  return [
    `NATS without room for half a minute (${unpublished} events of inventory waited): ${summaryOf(result)}`,
  ];
}

const unpublishedBy = (installation: Installation): number =>
  metricSum(installation, installation.pods('inventory')[0]!, ['outbox_waiting']);

/** Forbids all connections to the pod of a network policy while some work runs, and replaces the pod: open connections stay allowed. */
async function withoutIngress(
  { namespace }: Installation,
  policy: string,
  pod: string,
  work: () => Promise<void>,
): Promise<void> {
  const ingress: unknown = JSON.parse(
    namespace.kubectl('get', 'networkpolicy', policy, '--output', 'jsonpath={.spec.ingress}'),
  );
  const set = (rules: unknown): void => {
    const patch = JSON.stringify({ spec: { ingress: rules } });
    namespace.kubectl('patch', 'networkpolicy', policy, '--type', 'merge', '--patch', patch);
  };
  set([]);
  namespace.kubectl('delete', 'pod', pod, '--grace-period=1');
  try {
    await work();
  } finally {
    set(ingress);
  }
}

function restartNats({ namespace }: Installation, config: string): void {
  const patch = JSON.stringify({ data: { 'nats.conf': config } });
  namespace.kubectl('patch', 'configmap', NATS_CONFIG, '--type', 'merge', '--patch', patch);
  namespace.kubectl('delete', 'pod', 'commerce-nats-0', '--grace-period=1');
  namespace.kubectl('rollout', 'status', 'statefulset/commerce-nats', '--timeout', '120s');
}
