import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { archived, CLUSTERS, OPERATED } from './clusters.ts';
import { Installation } from './installation.ts';
import type { Namespace } from './kubernetes.ts';
import { SERVERS } from './nats.ts';
import { AS_JOBS, productionProfile } from './production.ts';
import { expectBefore, writtenAround } from './restoring.ts';
import { nothingLost, seconds, summaryOf } from './results.ts';

/** Traffic after the restoration, while standbys are copied. */
const RESTORED_MS = 10_000;
const DOCUMENT = 'docs/operations.md';

/** Deletes the platform with its Clusters and the volumes of NATS, and restores the state before the last change, following docs/operations.md. */
export async function productionRestore(platform: Installation): Promise<string[]> {
  const { namespace, options, tag } = platform;
  const before = await writtenAround(platform, () => new Date().toISOString());
  await archived(namespace);
  const startedAt = Date.now();
  lose(namespace);
  const folder = mkdtempSync(path.join(tmpdir(), 'commerce-restore-'));
  const restore = path.join(folder, 'restore.yaml');
  writeFileSync(restore, restoreValues(before.backup));
  const restored = new Installation(options, tag, productionProfile(options.production!, restore));
  try {
    restored.upgrade(AS_JOBS);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const took = seconds(startedAt);
  await expectBefore(restored, before);
  const result = await restored.during(() => sleep(RESTORED_MS));
  nothingLost(result);
  return [
    `all databases restored to a point in time in ${took}: the state of that time is complete and tokens are valid; afterwards ${summaryOf(result)}`,
  ];
}

function lose(namespace: Namespace): void {
  namespace.helm('uninstall', Installation.release, '--wait');
  const ours = `app.kubernetes.io/part-of=${Installation.release}`;
  namespace.kubectl('delete', 'databases.postgresql.cnpg.io', '--selector', ours);
  namespace.kubectl('delete', OPERATED, ...CLUSTERS);
  namespace.kubectl('scale', 'statefulset', 'commerce-nats', '--replicas', '0');
  namespace.kubectl('delete', 'pvc', ...SERVERS.map((server) => `commerce-nats-js-${server}`));
  namespace.kubectl('scale', 'statefulset', 'commerce-nats', '--replicas', String(SERVERS.length));
}

/** restore.yaml of docs/operations.md for a time, e.g. 2026-11-26T02:00:00.000Z. */
function restoreValues(time: string): string {
  const yaml = /```yaml\n(cnpg:\n[^`]*recoveryTarget[^`]*)```/.exec(readFileSync(DOCUMENT, 'utf8'))![1]!;
  return yaml.replace(/targetTime: '[^']+'/, `targetTime: '${time}'`);
}
