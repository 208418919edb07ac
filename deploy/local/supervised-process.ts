import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, openSync, closeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { removePid, writePid } from './pid-files.ts';
import { StackError } from './stack-error.ts';

/** Specification of a process to keep running. */
export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  uid?: number;
  gid?: number;
  /** File that its output is appended to. */
  logFile: string;
  /** 0 the processes, 1 NATS, 2 Postgres: the order in which orphans are ended. */
  stage: number;
  /** Signal that asks it to end, by default SIGTERM. */
  stopSignal?: NodeJS.Signals;
  /** Signal that ends it when it ignores the stop signal, by default SIGKILL. */
  killSignal?: NodeJS.Signals;
}

/** Dependencies of the supervisor. Times in milliseconds. */
export interface Keeping {
  runDir: string;
  /** Marks this supervisor's processes among those recorded in `runDir`. */
  owner: string;
  /** First wait before a crashed process is restarted; doubles with each crash. */
  minWaitMs?: number;
  /** Maximum wait; a process that has run for this long counts as healthy again. */
  maxWaitMs?: number;
  /** Time between the stop signal and the kill signal. */
  graceMs?: number;
  /** Milliseconds of a monotonic clock. */
  now?(): number;
  /** Receives each line that the process writes; without it, lines go to the log file only. */
  onLine?: (name: string, line: string) => void;
  /** Receives one sentence for each change of the process. */
  notice: (sentence: string) => void;
}

/** A process that is restarted whenever it exits unexpectedly, after 1, 2, 4 … 30 s. */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  /** Number of unexpected exits since it was last healthy. */
  crashesInARow = 0;
  /** Last exit, e.g. `exit code 1`; empty before that. */
  lastExit = '';
  readonly #keeping: Required<Omit<Keeping, 'onLine'>> & Pick<Keeping, 'onLine'>;
  #child: ChildProcess | undefined;
  #exit: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(spec: ProcessSpec, keeping: Keeping) {
    this.spec = spec;
    this.#keeping = {
      minWaitMs: 1000,
      maxWaitMs: 30_000,
      graceMs: 10_000,
      now: () => performance.now(),
      ...keeping,
    };
  }

  /** The running process's id; undefined while it is down. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it. Rejects with `StackError` when the command cannot be run; later starts only report that. */
  async start(): Promise<void> {
    const child = this.#spawn();
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        this.#stopping = true;
        reject(new StackError(`${this.spec.name} cannot be started: ${error.message}`));
      });
    });
  }

  /** Sends a signal to it, as any other program could. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Stops it and starts it immediately. */
  async restart(): Promise<void> {
    await this.stop();
    this.#stopping = false;
    this.crashesInARow = 0;
    await this.start();
  }

  /** Stops it permanently: the stop signal, then the kill signal after the grace period. Resolves when it has exited. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === undefined) return this.#exit;
    child.kill(this.spec.stopSignal ?? 'SIGTERM');
    // A process paused by a test would never receive the stop signal.
    child.kill('SIGCONT');
    const impatience = setTimeout(() => this.killNow(), this.#keeping.graceMs);
    await this.#exit;
    clearTimeout(impatience);
  }

  /** Kills it immediately. */
  killNow(): void {
    this.#child?.kill(this.spec.killSignal ?? 'SIGKILL');
  }

  #spawn(): ChildProcess {
    const { spec } = this;
    const startedAt = this.#keeping.now();
    const log = this.#keeping.onLine === undefined ? openSync(spec.logFile, 'a') : undefined;
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      uid: spec.uid,
      gid: spec.gid,
      // A separate process group: Ctrl-C at the terminal reaches only the supervisor, which stops everything in order.
      detached: true,
      stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
    });
    if (log === undefined) this.#forwardLines(child);
    else closeSync(log);
    this.#child = child;
    this.#exit = this.#watch(child, startedAt);
    return child;
  }

  async #watch(child: ChildProcess, startedAt: number): Promise<void> {
    const { runDir, owner } = this.#keeping;
    const { name, stage, stopSignal = 'SIGTERM', killSignal = 'SIGKILL' } = this.spec;
    const ended = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
      child.once('error', (error) => resolve(error.message));
    });
    if (child.pid !== undefined)
      await writePid(runDir, { name, pid: child.pid, owner, stage, stopSignal, killSignal }).catch(
        (error: Error) => this.#keeping.notice(`${name} could not be recorded: ${error.message}`),
      );
    this.lastExit = await ended;
    this.#child = undefined;
    await removePid(runDir, name);
    if (!this.#stopping) this.#startLater(this.#keeping.now() - startedAt);
  }

  #startLater(ranMs: number): void {
    const { minWaitMs, maxWaitMs, notice } = this.#keeping;
    this.crashesInARow = ranMs >= maxWaitMs ? 1 : this.crashesInARow + 1;
    const waitMs = Math.min(maxWaitMs, minWaitMs * 2 ** (this.crashesInARow - 1));
    notice(`${this.spec.name} exited (${this.lastExit}), restarting in ${waitMs / 1000} s`);
    this.#timer = setTimeout(() => {
      notice(`restarting ${this.spec.name}`);
      this.#spawn();
    }, waitMs);
  }

  #forwardLines(child: ChildProcess): void {
    const file = createWriteStream(this.spec.logFile, { flags: 'a' });
    file.on('error', () => undefined);
    for (const input of [child.stdout!, child.stderr!])
      createInterface({ input, crlfDelay: Infinity }).on('line', (line) => {
        file.write(`${line}\n`);
        this.#keeping.onLine?.(this.spec.name, line);
      });
    for (const end of ['close', 'error']) child.once(end, () => file.end());
  }
}
