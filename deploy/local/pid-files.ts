import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A process that a stack started, recorded so that a later start or the reaper can end it if its supervisor could not. */
export interface PidRecord {
  name: string;
  pid: number;
  /** The run of the supervisor that started it. */
  owner: string;
  /** Start time of the process according to the system, so that a recycled pid is never mistaken for ours. */
  startedAt: string;
  /** Lower stages end first: 0 the processes, 1 NATS, 2 Postgres. */
  stage: number;
  /** Signal that asks it to end. */
  stopSignal: NodeJS.Signals;
  /** Signal that ends it when it ignores the stop signal. */
  killSignal: NodeJS.Signals;
}

/** Start time of a process, suitable only for comparison; undefined when there is no such process. */
export async function processStart(pid: number): Promise<string | undefined> {
  if (platform() === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    // The command in parentheses may contain spaces; after it, state is field 0 and the start time field 19.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields?.[0] === 'Z' ? undefined : fields?.[19];
  }
  const shown = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined);
  return shown?.stdout.trim() || undefined;
}

const fileOf = (runDir: string, name: string): string => path.join(runDir, `${name}.json`);

/** Checks that the recorded process is still running. */
export async function isAlive(record: Pick<PidRecord, 'pid' | 'startedAt'>): Promise<boolean> {
  return (await processStart(record.pid)) === record.startedAt;
}

/** Records a process that was just started; does nothing when it has already ended. */
export async function writePid(runDir: string, record: Omit<PidRecord, 'startedAt'>): Promise<void> {
  const startedAt = await processStart(record.pid);
  if (startedAt === undefined) return;
  await mkdir(runDir, { recursive: true });
  await writeFile(fileOf(runDir, record.name), JSON.stringify({ ...record, startedAt }));
}

/** Removes the record of a process that has ended. */
export const removePid = (runDir: string, name: string): Promise<void> =>
  rm(fileOf(runDir, name), { force: true });

/** Reads every recorded process of the directory and skips unreadable files. */
export async function readPids(runDir: string): Promise<PidRecord[]> {
  const files = await readdir(runDir).catch(() => []);
  const records = files.map((file) => readPid(path.join(runDir, file)));
  return (await Promise.all(records)).filter((record) => record !== undefined);
}

async function readPid(file: string): Promise<PidRecord | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PidRecord;
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}

async function end(record: PidRecord, graceMs: number): Promise<void> {
  if (!(await isAlive(record))) return;
  signal(record.pid, record.stopSignal);
  signal(record.pid, 'SIGCONT');
  for (const deadline = Date.now() + graceMs; Date.now() < deadline; await sleep(50)) {
    if (!(await isAlive(record))) return;
  }
  signal(record.pid, record.killSignal);
  while (await isAlive(record)) await sleep(50);
}

/**
 * Ends every recorded process of the directory that is still running, stage by stage, and removes its record; with an
 * `owner`, only those of that run. Returns the names of those that were running.
 */
export async function endOrphans(runDir: string, owner?: string, graceMs = 10_000): Promise<string[]> {
  const records = (await readPids(runDir)).filter((record) => owner === undefined || record.owner === owner);
  const running: string[] = [];
  for (const stage of [0, 1, 2]) {
    const ofStage = records.filter((record) => record.stage === stage);
    await Promise.all(
      ofStage.map(async (record) => {
        if (await isAlive(record)) running.push(record.name);
        await end(record, graceMs);
        const now = await readPid(fileOf(runDir, record.name));
        // A new stack may have replaced the record.
        if (now?.pid === record.pid) await removePid(runDir, record.name);
      }),
    );
  }
  return running;
}

/**
 * Starts the reaper, which ends the processes of this run (`owner`) if this process dies without stopping them.
 * Returns a function that releases the reaper.
 */
export function startReaper(runDir: string, owner: string): () => Promise<void> {
  const script = path.join(import.meta.dirname, 'reaper.ts');
  // A separate process group: the signal that ends this process must not reach it.
  const child = spawn(process.execPath, [script, runDir, owner], {
    detached: true,
    cwd: '/',
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = once(child, 'exit');
  child.stdin.on('error', () => undefined);
  return async () => {
    child.stdin.end();
    await gone;
  };
}
