import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';
import { runCommand } from '../local/run-command.ts';

/** A refusal or a failed step; its message can be shown to the user. */
export class ReleaseError extends Error {}

export interface RunOptions {
  /** In addition to the environment of this process. */
  env?: Record<string, string>;
  /** Ends the command. */
  signal?: AbortSignal;
  /** The command receives the key. */
  signs?: boolean;
}

/**
 * Runs a command at the root and returns its output. Only commands that sign receive the key.
 * @throws ReleaseError with its output when it fails
 */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<string> {
  const { COSIGN_PRIVATE_KEY, COSIGN_PASSWORD, ...rest } = process.env;
  const env = { ...rest, ...(options.signs && { COSIGN_PRIVATE_KEY, COSIGN_PASSWORD }), ...options.env };
  const { code, output } = await runCommand(command, args, {
    cwd: workspaceRoot,
    env,
    signal: options.signal,
  });
  if (options.signal?.aborted) throw new ReleaseError('The release was interrupted.');
  if (code !== 0) throw new ReleaseError(`${path.basename(command)} ${args[0]} failed:\n${output}`);
  return output;
}

/** Runs git at the root. */
export const git = (...args: string[]): Promise<string> => run('git', args);

/** Prints a step's name and its duration. */
export async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  console.log(`${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return result;
}
