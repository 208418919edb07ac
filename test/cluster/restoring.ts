import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@commerce/deploy/local/services.ts';
import { AppClient } from '../support/install-app.ts';
import { WritingClient } from '../support/writes.ts';
import { AFTER_MS, Installation } from './installation.ts';
import { readEverything } from './outside/api.ts';
import { fromHere } from './outside/from-here.ts';
import { nothingFailed, seconds, summaryOf } from './results.ts';

const { publicUrl } = Installation;
const POSTGRES = 'commerce-postgres-0';
const SUPERUSER = ['-h', '/run/postgresql', '-U', 'postgres'];

/** Backs up, drops and restores all seven databases and the streams, following docs/operations.md. */
export async function restore(installation: Installation): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'commerce-backup-'));
  try {
    const before = await writtenAround(installation, () => {
      const backedUpAt = Date.now();
      const bytes = dumpAll(installation, folder);
      return { size: `${(bytes / 2 ** 20).toFixed(1)} MiB`, took: seconds(backedUpAt) };
    });
    const startedAt = Date.now();
    await lose(installation);
    bringBack(installation, folder);
    installation.upgrade();
    const took = seconds(startedAt);
    await expectBefore(installation, before);
    const traffic = await installation.traffic();
    await sleep(AFTER_MS);
    const result = await traffic.stop();
    nothingFailed(result);
    const { backup } = before;
    return [
      `seven databases backed up in ${backup.took} (${backup.size}), dropped with the streams, restored in ${took}: the state of the backup is complete and tokens are valid; afterwards ${summaryOf(result)}`,
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** State that an app read before its last change. */
interface Before<Backup> {
  token: string;
  product: string;
  counts: unknown;
  backup: Backup;
}

/** Changes a product, backs up, and changes it once more. @returns the state of the backup */
export function writtenAround<Backup>(
  installation: Installation,
  backUp: () => Backup,
): Promise<Before<Backup>> {
  return fromHere(installation, async ({ apps, owners }) => {
    const { access_token: token } = await new AppClient(publicUrl, apps[0]!).install(owners[0]!);
    const client = new WritingClient(publicUrl, token);
    const product = (await client.newProduct()).id as string;
    await priced(client, product, 100);
    const counts = await readEverything(client);
    const backup = backUp();
    await priced(client, product, 200);
    return { token, product, counts, backup };
  });
}

/** @throws AssertionError unless the platform has the state before the last change */
export async function expectBefore(
  installation: Installation,
  { token, product, counts }: Before<unknown>,
): Promise<void> {
  await fromHere(installation, async () => {
    const client = new WritingClient(publicUrl, token);
    assert.equal((await client.get(`/products/${product}`)).body.data.price, 100);
    assert.deepEqual(await readEverything(client), counts);
  });
}

/** Sets a price and waits until its event has been consumed. */
async function priced(client: WritingClient, product: string, price: number): Promise<void> {
  const answer = await client.send('PUT', `/prices/${product}`, { body: { price } });
  assert.equal(answer.status, 200, answer.text);
  await sleep(5_000);
  assert.equal((await client.get(`/products/${product}`)).body.data.price, price);
}

/** @returns the size of all backups, in bytes */
function dumpAll({ namespace }: Installation, folder: string): number {
  let bytes = 0;
  for (const service of serviceNames) {
    const file = path.join(folder, service);
    namespace.pipe(POSTGRES, ['pg_dump', ...SUPERUSER, '-Fc', service], file, 'to');
    bytes += statSync(file).size;
  }
  return bytes;
}

async function lose(installation: Installation): Promise<void> {
  const { namespace } = installation;
  const { release } = Installation;
  const processes = `app.kubernetes.io/part-of=${release},app.kubernetes.io/component=process`;
  namespace.kubectl('scale', 'deployment', '--selector', processes, '--replicas', '0');
  namespace.kubectl('scale', 'statefulset', `${release}-nats`, '--replicas', '0');
  namespace.kubectl('wait', '--for=delete', 'pod', '--selector', processes, '--timeout=120s');
  namespace.kubectl('wait', '--for=delete', `pod/${release}-nats-0`, '--timeout=120s');
  namespace.kubectl('delete', 'pvc', `data-${release}-nats-0`);
  for (const service of serviceNames) {
    const sql = `drop database ${service} with (force)`;
    namespace.kubectl('exec', POSTGRES, '--', 'psql', ...SUPERUSER, '-v', 'ON_ERROR_STOP=1', '-qc', sql);
  }
}

function bringBack({ namespace }: Installation, folder: string): void {
  const restoring = ['pg_restore', ...SUPERUSER, '--create', '--exit-on-error', '--dbname', 'postgres'];
  for (const service of serviceNames) namespace.pipe(POSTGRES, restoring, path.join(folder, service), 'from');
  const sql = 'truncate rate_bucket, rate_window, key_claim';
  namespace.kubectl(
    'exec',
    POSTGRES,
    '--',
    'psql',
    ...SUPERUSER,
    '-d',
    'auth_limits',
    '-v',
    'ON_ERROR_STOP=1',
    '-qc',
    sql,
  );
}
