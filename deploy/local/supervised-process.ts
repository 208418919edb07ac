import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, openSync, closeSync } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { removePid, writePid } from './pid-files.ts';
import { StackError } from './stack-error.ts';

/** What is to be kept running. */
export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  uid?: number;
  gid?: number;
  /** Takes all that it writes, appended. */
  logFile: string;
  /** 0 the processes, 1 NATS, 2 Postgres: the order in which leftovers are ended. */
  stage: number;
  /** Asks it to end; SIGTERM unless told otherwise. */
  stopSignal?: NodeJS.Signals;
  /** Ends it when it has not listened; SIGKILL unless told otherwise. */
  killSignal?: NodeJS.Signals;
}

/** What the keeping needs from outside. Times in milliseconds. */
export interface Keeping {
  runDir: string;
  /** Marks this supervisor's processes among those written down in `runDir`. */
  owner: string;
  /** The first wait before a crashed process is started again; it doubles from crash to crash. */
  minWaitMs?: number;
  /** The longest such wait; a process that has run for so long counts as well again. */
  maxWaitMs?: number;
  /** How long a process has between the stop signal and the kill signal. */
  graceMs?: number;
  /** Milliseconds on a clock that never goes back. */
  now?(): number;
  /** Gets each line that the process writes; without it the lines go to the log file only. */
  onLine?(name: string, line: string): void;
  /** Gets what happens to the process, one sentence. */
  notice(sentence: string): void;
}

/** One process that is started again whenever it ends unasked, after 1, 2, 4 … 30 s. */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  readonly #keeping: Required<Omit<Keeping, 'onLine'>> & Pick<Keeping, 'onLine'>;
  #child: ChildProcess | undefined;
  #exit: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;
  #crashesInARow = 0;
  #lastExit = '';

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

  /** How many times it has ended unasked since it last ran well. */
  get crashesInARow(): number {
    return this.#crashesInARow;
  }

  /** How it last ended, e.g. `exit code 1`; empty before that. */
  get lastExit(): string {
    return this.#lastExit;
  }

  /** Starts it. Rejects with `StackError` when the command cannot be run; later starts only give notice of that. */
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

  /** Sends a signal to it; what follows is as if it had come from anywhere else. */
  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Stops it and starts it at once. */
  async restart(): Promise<void> {
    await this.stop();
    this.#stopping = false;
    this.#crashesInARow = 0;
    await this.start();
  }

  /** Ends it for good: the stop signal, after the grace time the kill signal. Resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === undefined) return this.#exit;
    child.kill(this.spec.stopSignal ?? 'SIGTERM');
    // One that a test has paused would never hear the stop signal.
    child.kill('SIGCONT');
    const impatience = setTimeout(() => this.killNow(), this.#keeping.graceMs);
    await this.#exit;
    clearTimeout(impatience);
  }

  /** Ends it without waiting for what it is doing. */
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
      // A group of its own: Ctrl-C at the terminal reaches the supervisor only, which stops all in order.
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
        (error: Error) => this.#keeping.notice(`${name} could not be written down: ${error.message}`),
      );
    this.#lastExit = await ended;
    this.#child = undefined;
    await removePid(runDir, name);
    if (!this.#stopping) this.#startLater(this.#keeping.now() - startedAt);
  }

  #startLater(ranMs: number): void {
    const { minWaitMs, maxWaitMs, notice } = this.#keeping;
    this.#crashesInARow = ranMs >= maxWaitMs ? 1 : this.#crashesInARow + 1;
    const waitMs = Math.min(maxWaitMs, minWaitMs * 2 ** (this.#crashesInARow - 1));
    notice(`${this.spec.name} ended (${this.#lastExit}), it starts again in ${waitMs / 1000} s`);
    this.#timer = setTimeout(() => {
      notice(`${this.spec.name} starts again`);
      this.#spawn();
    }, waitMs);
  }

  #forwardLines(child: ChildProcess): void {
    const file = createWriteStream(this.spec.logFile, { flags: 'a' });
    file.on('error', () => undefined);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) this.#forwardStream(stream, file);
    }
    child.once('close', () => file.end());
    child.once('error', () => file.end());
  }

  #forwardStream(stream: NodeJS.ReadableStream, file: WriteStream): void {
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
      file.write(`${line}\n`);
      this.#keeping.onLine?.(this.spec.name, line);
    });
  }
}
