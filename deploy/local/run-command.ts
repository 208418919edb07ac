import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** Result of a command. `code` is -1 when a signal ended it or it could not be started; `output` is its last 20,000 characters. */
export interface CommandResult {
  code: number;
  output: string;
}

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  /** Ends the command and all processes that it started. */
  signal?: AbortSignal;
  /** Timeout in milliseconds. */
  timeoutMs?: number;
  /** File that its output is appended to. */
  logFile?: string;
}

/** Runs a command to completion. Never rejects: a missing command is a result like any other. */
export function runCommand(
  command: string,
  args: string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { cwd, env, uid, gid, signal, timeoutMs, logFile } = options;
  return new Promise((resolve) => {
    // A separate process group, so that only this process ends it on Ctrl-C, with all its children.
    const child = spawn(command, args, {
      cwd,
      env,
      uid,
      gid,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log =
      logFile === undefined
        ? undefined
        : createWriteStream(logFile, { flags: 'a' }).on('error', () => undefined);
    let output = '';
    const take = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-20_000);
      log?.write(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const end = (): void => {
      if (child.pid !== undefined) killGroup(child.pid);
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    const finish = (code: number): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      log?.end();
      resolve({ code, output: output.trim() });
    };
    child.once('error', (error) => {
      take(Buffer.from(error.message));
      finish(-1);
    });
    child.once('close', (code) => finish(code ?? -1));
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Extracts the reason why a Node process failed: its last error, or its last line. */
export function failureLine(output: string): string {
  const lines = output.split('\n').filter((line) => !/^Node\.js v|^\s*at |^$/.test(line));
  const error = lines.findLast((line) => /^\w*Error\b|"level":[56]0/.test(line)) ?? lines.at(-1);
  return error?.trim() ?? 'it said nothing';
}

/** The last line with content, for a one-sentence error. */
export function lastLine(output: string): string {
  return (
    output
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? 'it said nothing'
  );
}
