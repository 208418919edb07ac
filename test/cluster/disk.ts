import { setTimeout as sleep } from 'node:timers/promises';
import { Installation } from './installation.ts';
import { NodePod } from './node-pod.ts';
import { failedOnlyBy, nothingLost, summaryOf } from './results.ts';

const FULL_MS = 30_000;
/** Time in which the server has started again and clients connect. */
const RECOVERY_MS = 20_000;
/** Name of the volume, and of its class. */
const VOLUME = 'commerce-test-disk';
/** Where the volume is mounted on the node. */
const DIRECTORY = `/var/lib/${VOLUME}`;
/** Unmounts it, also where an interrupted test left it. */
const UNMOUNT = `while mountpoint -q ${DIRECTORY}; do umount ${DIRECTORY} || exit 1; done`;

/** Fills the volume of a second platform's PostgreSQL under load, and empties it after a while. */
export async function fullDisk({ options, tag }: Installation): Promise<string[]> {
  const platform = new Installation({ ...options, namespace: `${options.namespace}-disk` }, tag);
  const { namespace } = platform;
  const node = await NodePod.start(`${options.namespace}-node`, `${options.prefix}/demo:${tag}`);
  try {
    namespace.make();
    node.run(
      `${UNMOUNT}; mkdir -p ${DIRECTORY} && mount -t tmpfs -o size=1g,mode=700 ${VOLUME} ${DIRECTORY}`,
    );
    namespace.apply(volumeOn(node.name));
    platform.upgrade(`postgres.storageClass=${VOLUME}`, 'postgres.storage=1Gi');
    const result = await platform.during(async () => {
      node.run(`cat /dev/zero > ${DIRECTORY}/filler || true`);
      await sleep(FULL_MS);
      node.run(`rm ${DIRECTORY}/filler`);
      namespace.kubectl('rollout', 'status', 'statefulset/commerce-postgres', '--timeout', '300s');
    }, RECOVERY_MS);
    nothingLost(result);
    if (result.failures === 0) throw new Error('no request failed while the volume was full');
    failedOnlyBy(result, '503');
    return [`the volume of PostgreSQL full for ${FULL_MS / 1000} s: ${summaryOf(result)}`];
  } finally {
    if (!options.keep) {
      // The volume is in use until its pod has ended.
      namespace.kubectl('delete', 'statefulset', 'commerce-postgres', '--cascade=orphan');
      namespace.kubectl('delete', 'pod', 'commerce-postgres-0', '--grace-period=1');
      namespace.remove('--wait=false');
      namespace.kubectl('delete', 'persistentvolume', VOLUME, '--ignore-not-found', '--wait=false');
      node.run(`${UNMOUNT}; rmdir ${DIRECTORY}`);
    }
    node.remove();
  }
}

/** The manifest of the volume. */
const volumeOn = (node: string): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: VOLUME },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    storageClassName: VOLUME,
    persistentVolumeReclaimPolicy: 'Retain',
    local: { path: DIRECTORY },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] },
        ],
      },
    },
  },
});
