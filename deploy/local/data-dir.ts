import { chmod, mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isAlive, processStart } from './pid-files.ts';
import { readJson } from './json-file.ts';
import { StackError } from './stack-error.ts';

/** Where a stack keeps what it must find again; all paths absolute. */
export interface DataDir {
  root: string;
  postgres: string;
  nats: string;
  log: string;
  /** One small file per running process. */
  run: string;
  secretsFile: string;
  stateFile: string;
  demoFile: string;
  /** Where the services listen (gRPC), for the tools of the demo. */
  addressesFile: string;
}

const leastFreeBytes = 300e6;

/** The paths of a data directory, nothing created. */
export function dataDirAt(root: string): DataDir {
  const at = (name: string): string => path.join(path.resolve(root), name);
  return {
    root: path.resolve(root),
    postgres: at('postgres'),
    nats: at('nats'),
    log: at('log'),
    run: at('run'),
    secretsFile: at('secrets.json'),
    stateFile: at('state.json'),
    demoFile: at('demo.json'),
    addressesFile: at('addresses.json'),
  };
}

/** Creates the directory. Throws `StackError` when too little space is left for a database. */
export async function createDataDir(dir: DataDir): Promise<void> {
  await mkdir(dir.log, { recursive: true });
  await mkdir(dir.run, { recursive: true });
  // Started by root, Postgres runs as another user, who must be able to pass through.
  if (process.getuid?.() === 0) await chmod(dir.root, 0o711);
  const { bavail, bsize } = await statfs(dir.root);
  if (bavail * bsize < leastFreeBytes)
    throw new StackError(
      `Only ${Math.floor((bavail * bsize) / 1e6)} MB are free where ${dir.root} lies: free at least ${leastFreeBytes / 1e6} MB and start again.`,
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
      `${dir.root} is in use by another running stack (process ${holder.pid}): stop that one, or choose another directory by --data.`,
    );
  await rm(file, { force: true });
  const handle = await open(file, 'wx').catch(() => {
    throw new StackError(
      `${dir.root} is just being taken by another stack: choose another directory by --data.`,
    );
  });
  await handle.writeFile(JSON.stringify({ pid: process.pid, startedAt: await processStart(process.pid) }));
  await handle.close();
  return () => rm(file, { force: true });
}

/** Begins new logs; those of the last run stay beside them as `log.old`. */
export async function rotateLogs(dir: DataDir): Promise<void> {
  await rm(`${dir.log}.old`, { recursive: true, force: true });
  await rename(dir.log, `${dir.log}.old`);
  await mkdir(dir.log);
}

/** Removes everything that a stack keeps there, and nothing else. */
export async function wipeDataDir(dir: DataDir): Promise<void> {
  for (const entry of [
    dir.postgres,
    dir.nats,
    dir.secretsFile,
    dir.stateFile,
    dir.demoFile,
    dir.addressesFile,
  ])
    await rm(entry, { recursive: true, force: true });
}
