import { chmod, mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isAlive, processStart } from './pid-files.ts';
import { readJson } from './json-file.ts';
import { StackError } from './stack-error.ts';

/** Paths of a stack's persistent data, all absolute. */
export type DataDir = ReturnType<typeof dataDirAt>;

const minFreeBytes = 300e6;

/** Returns the paths of a data directory without creating anything. */
export function dataDirAt(root: string) {
  const at = (name: string): string => path.resolve(root, name);
  return {
    root: at('.'),
    postgres: at('postgres'),
    nats: at('nats'),
    /** Keys of the NATS users and the configuration with their permissions, made at each start. */
    natsKeys: at('nats-keys'),
    /** Files of the images of products. */
    images: at('images'),
    log: at('log'),
    /** One small file per running process. */
    run: at('run'),
    secretsFile: at('secrets.json'),
    stateFile: at('state.json'),
    demoFile: at('demo.json'),
    /** gRPC addresses of the services, for the demo commands. */
    addressesFile: at('addresses.json'),
  };
}

/** Creates the directory. Throws `StackError` when too little space is left for a database. */
export async function createDataDir(dir: DataDir): Promise<void> {
  await mkdir(dir.log, { recursive: true });
  await mkdir(dir.run, { recursive: true });
  // If started by root, Postgres runs as another user, who must be able to traverse the directory.
  if (process.getuid?.() === 0) await chmod(dir.root, 0o711);
  const { bavail, bsize } = await statfs(dir.root);
  if (bavail * bsize < minFreeBytes)
    throw new StackError(
      `Only ${Math.floor((bavail * bsize) / 1e6)} MB are free on the disk of ${dir.root}: free at least ${minFreeBytes / 1e6} MB and start again.`,
    );
}

/**
 * Makes this process the only user of the directory until the returned function is called or the process ends.
 * Throws `StackError` when another running stack uses it.
 */
export async function lockDataDir(dir: DataDir): Promise<() => Promise<void>> {
  const file = path.join(dir.root, 'lock.json');
  const holder = await readJson<{ pid: number; startedAt: string }>(file);
  if (holder !== undefined && (await isAlive(holder)))
    throw new StackError(
      `${dir.root} is in use by another running stack (process ${holder.pid}): stop that one, or choose another directory with --data.`,
    );
  await rm(file, { force: true });
  const handle = await open(file, 'wx').catch(() => {
    throw new StackError(
      `${dir.root} is being locked by another stack: choose another directory with --data.`,
    );
  });
  await handle.writeFile(JSON.stringify({ pid: process.pid, startedAt: await processStart(process.pid) }));
  await handle.close();
  return () => rm(file, { force: true });
}

/** Starts new logs; those of the last run are kept as `log.old`. */
export async function rotateLogs(dir: DataDir): Promise<void> {
  await rm(`${dir.log}.old`, { recursive: true, force: true });
  await rename(dir.log, `${dir.log}.old`);
  await mkdir(dir.log);
}

/** Removes all of the stack's data there, and nothing else. */
export async function wipeDataDir(dir: DataDir): Promise<void> {
  const { postgres, nats, natsKeys, images, secretsFile, stateFile, demoFile, addressesFile } = dir;
  for (const entry of [postgres, nats, natsKeys, images, secretsFile, stateFile, demoFile, addressesFile])
    await rm(entry, { recursive: true, force: true });
}
