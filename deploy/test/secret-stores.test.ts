import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kubectlStore } from '../secrets/stores.ts';

let folder: string;
const searched = process.env['PATH'];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'commerce-kubectl-'));
});

afterEach(async () => {
  process.env['PATH'] = searched;
  await rm(folder, { recursive: true });
});

/** Puts a program kubectl before all others. */
async function installKubectl(script: string): Promise<void> {
  await writeFile(path.join(folder, 'kubectl'), `#!/bin/sh\n${script}`, { mode: 0o755 });
  process.env['PATH'] = `${folder}:${searched}`;
}

test('a namespace with megabytes of Secrets is read, without the releases of Helm', async () => {
  await installKubectl(`case "$*" in
*'--namespace shop get secrets --field-selector type!=helm.sh/release.v1'*) ;;
*) exit 1 ;;
esac
printf '{"items":[{"metadata":{"name":"large"},"data":{"a":"'
head -c 3000000 /dev/zero | tr '\\0' a
printf '"}}]}'
`);
  const [secret] = await kubectlStore('shop').list();
  expect(secret!.metadata.name).toBe('large');
  expect(secret!.data['a']).toHaveLength(3_000_000);
});

test('a missing kubectl is named with the alternative', async () => {
  process.env['PATH'] = folder;
  await expect(kubectlStore('shop').list()).rejects.toThrow(/not on the PATH: install it, or use --print/);
});

test('another failure to run kubectl is reported as it is', async () => {
  await writeFile(path.join(folder, 'kubectl'), '', { mode: 0o644 });
  process.env['PATH'] = folder;
  await expect(kubectlStore('shop').list()).rejects.toThrow(/^kubectl: spawnSync kubectl EACCES$/);
});
