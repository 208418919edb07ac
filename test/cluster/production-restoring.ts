import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { archived } from './clusters.ts';
import { Installation } from './installation.ts';
import type { Namespace } from './kubernetes.ts';
import { installProduction, productionProfile, removeProduction } from './production.ts';
import { expectBefore, writtenAround } from './restoring.ts';
import { nothingLost, seconds, summaryOf } from './results.ts';

/** Traffic after the restoration, while standbys are copied. */
const RESTORED_MS = 10_000;
const DOCUMENT = 'docs/operations.md';

interface Secret {
  metadata: { name: string; labels: Record<string, string> };
  type: string;
  data: Record<string, string>;
}

/**
 * Deletes the platform with its namespace, and restores the state before the last change in another one, from the bucket and the saved
 * Secrets, following docs/operations.md.
 */
export async function productionRestore(platform: Installation): Promise<string[]> {
  const { options, tag } = platform;
  const before = await writtenAround(platform, () => new Date().toISOString());
  await archived(platform.namespace);
  const secrets = savedSecrets(platform.namespace);
  removeProduction(platform);
  const startedAt = Date.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'commerce-restore-'));
  const restore = path.join(folder, 'restore.yaml');
  writeFileSync(restore, restoreValues(before.backup));
  const restored = new Installation(
    { ...options, namespace: `${options.namespace}-restored` },
    tag,
    productionProfile(options.production!, restore),
  );
  try {
    restored.namespace.make();
    for (const secret of secrets) restored.namespace.apply({ apiVersion: 'v1', kind: 'Secret', ...secret });
    installProduction(restored);
    const took = seconds(startedAt);
    await expectBefore(restored, before);
    const result = await restored.during(() => sleep(RESTORED_MS));
    nothingLost(result);
    return [
      `the namespace deleted, and all databases restored to a point in time in an empty one in ${took}: the state of that time is complete and tokens are valid; afterwards ${summaryOf(result)}`,
    ];
  } finally {
    rmSync(folder, { recursive: true });
    if (!options.keep) removeProduction(restored);
  }
}

/** The Secrets that `pnpm secrets` has made. */
function savedSecrets(namespace: Namespace): Secret[] {
  const made = `app.kubernetes.io/managed-by=secrets,app.kubernetes.io/part-of=${Installation.release}`;
  const list = namespace.kubectl('get', 'secret', '--selector', made, '--output', 'json');
  return (JSON.parse(list) as { items: Secret[] }).items.map(
    ({ metadata: { name, labels }, type, data }) => ({
      metadata: { name, labels },
      type,
      data,
    }),
  );
}

/** restore.yaml of docs/operations.md for a time, e.g. 2026-11-26T02:00:00.000Z. */
function restoreValues(time: string): string {
  const yaml = /```yaml\n(cnpg:\n[^`]*recoveryTarget[^`]*)```/.exec(readFileSync(DOCUMENT, 'utf8'))![1]!;
  return yaml.replace(/targetTime: '[^']+'/, `targetTime: '${time}'`);
}
