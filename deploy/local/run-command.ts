import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';

const pinned = path.join(workspaceRoot, 'node_modules/node/bin/node');

/** Node binary of the processes: the project's own, even if tests were started with another one. */
export const nodeBinary = existsSync(pinned) ? pinned : process.execPath;

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
}

/** Runs a command to completion. Never rejects: a missing command is a result like any other. */
export function runCommand(
  command: string,
  args: string[],
  { signal, ...options }: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    // A separate process group, so that only this process ends it on Ctrl-C, with all its children.
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk: Buffer | string): void => void (output = (output + String(chunk)).slice(-20_000));
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
    const end = (): void => {
      if (child.pid !== undefined) killGroup(child.pid);
    };
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    const finish = (code: number): void => {
      signal?.removeEventListener('abort', end);
      resolve({ code, output: output.trim() });
    };
    child.once('error', (error) => {
      take(error.message);
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

/** The last line with content, for a one-sentence error. */
export function lastLine(output: string): string {
  const line = output.split('\n').findLast((each) => each.trim() !== '');
  return line?.trim() ?? 'it said nothing';
}
